//! The preview of a shared link: a page about the game, and its picture.

use crate::harness::client::Client;
use crate::harness::program::{Program, file, get_request, page};
use crate::harness::table::{BLACK, Table, number};

/// Status line and headers, and the body.
async fn asked(program: &Program, path: &str) -> (String, Vec<u8>) {
    let mut answer = file(&program.url, &get_request(path)).await;
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let body = answer.split_off(end + 4);
    (String::from_utf8(answer).unwrap(), body)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_link_shows_the_game_as_it_is() {
    let table = Table::start();
    let game = table.game(1, Some((180, 2)));
    let options = table.watched(&["--page", "https://chess.example/"]);
    let program = Program::alone(&options);
    program.until_said("event=watching").await;
    let of = |name: &str| format!("/share/{}/{name}", table.contract());

    // a running game's board is the relay's, which is further than the chain
    let (head, start) = asked(&program, &of("1.gif")).await;
    assert!(
        head.contains("200 OK") && head.contains("content-type: image/gif"),
        "{head}"
    );
    assert!(
        head.contains("cache-control: public, max-age=10\r\n"),
        "{head}"
    );
    let (mut client, _) = Client::enter(&program.url, &game).await;
    client.plays(&game, "e2e4").await;
    let mut position = chess_rules::Position::START;
    let mv = "e2e4".parse().unwrap();
    position.apply(mv);
    let wanted = game_picture::still(&position, Some(mv)).unwrap();
    assert_ne!(start, wanted);
    assert_eq!(asked(&program, &of("1.gif")).await.1, wanted);

    let request = format!(
        "GET {} HTTP/1.1\r\nHost: relay.example\"><script>\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n",
        of("1")
    );
    let html = page(&program.url, &request).await;
    let picture = format!("https://relay.example{}.gif", of("1"));
    let harmless = picture.replace("example", "examplescript");
    for words in [
        "is being played",
        &*format!("<meta property=\"og:image\" content=\"{harmless}\">"),
        "content=\"0; url=https://chess.example/#/game/1\"",
    ] {
        assert!(html.contains(words), "{words}: {html}");
    }

    // over: all its moves, which are final
    table.call(BLACK, 0, "resign", &[number(1)]);
    let (head, over) = asked(&program, &of("1.gif")).await;
    assert!(head.contains("max-age=86400"), "{head}");
    assert_eq!(over, game_picture::animation(&[]).unwrap());
    let (_, html) = asked(&program, &of("1")).await;
    assert!(String::from_utf8(html).unwrap().contains("White won"));

    let other = "/share/erd1qqqqqqqqqqqqqqqpqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzllls8a5w6u/1";
    let missing = ["2", "x.gif", "-1", "4294967296"].map(of);
    for path in missing.iter().map(String::as_str).chain([other]) {
        let (head, _) = asked(&program, path).await;
        assert!(head.starts_with("HTTP/1.1 404"), "{path}: {head}");
    }

    // without a page there is only the picture
    let program = program.again(&table.watched(&[]));
    for (name, status) in [("1", "404"), ("1.gif", "200")] {
        let (head, _) = asked(&program, &of(name)).await;
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{head}");
    }
}
