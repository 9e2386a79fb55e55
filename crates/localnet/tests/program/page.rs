//! The page at `/`: its files. Tests in dapp/ try it in a browser.

use crate::{process::Process, session::Session};

#[test]
fn the_page_needs_nothing_from_elsewhere_and_shows_the_chain() {
    let abi = crate::common::repo().join("output");
    let process = Process::quiet("0", &["--abi", abi.to_str().unwrap()]);
    let session = Session::of(process);
    session.fools_mate();
    let process = &session.process;
    let text = |path: &str| {
        let mut answer = process
            .agent
            .get(format!("{}{path}", process.url))
            .call()
            .unwrap();
        assert_eq!(answer.status(), 200);
        let policy = answer.headers()["content-security-policy"]
            .to_str()
            .unwrap();
        assert!(
            policy.contains("default-src 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        answer.body_mut().read_to_string().unwrap()
    };
    let page = text("/");
    for file in ["/page.js", "/page.css"] {
        assert!(page.contains(&format!("\"{file}\"")));
        let source = text(file);
        assert!(!source.contains("http:") && !source.contains("https:"));
        // Contracts' output is inserted as text.
        for way in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
        ] {
            assert!(!source.contains(way), "{way}");
        }
    }
    assert!(!page.contains("http:") && !page.contains("https:"));

    let shown = process.get("/page.json").1;
    assert_eq!(shown["transactionCount"], 9);
    let last = &shown["transactions"][0];
    assert_eq!(last["what"], "makeMove(game 1, d8h4)");
    assert_eq!(
        (&last["from"], &last["status"]),
        (&"carol".into(), &"success".into())
    );
    let events = last["events"].as_array().unwrap();
    assert!(
        events.contains(&"pays carol 0.000000002 EGLD".into()),
        "{events:?}"
    );
    let accounts = shown["accounts"].as_array().unwrap();
    assert_eq!((&accounts[0]["name"], accounts.len()), (&"alice".into(), 7));
    assert_eq!(accounts[6]["isContract"], true);
}
