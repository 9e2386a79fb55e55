//! A gateway that passes on to another one all requests that it doesn't hold or refuse.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::http::{Method, StatusCode, Uri};
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// The request that a gateway doesn't answer as it should.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// It answers everything.
    Nothing,
    /// It stops to answer before a request is passed on.
    Before(&'static str),
    /// After it was.
    After(&'static str),
    /// It answers with an error, and passes nothing on.
    Refuse(&'static str),
    /// It has forgotten the blocks before this one.
    BlocksBefore(u64),
}

/// The handler of a transaction before it is passed on.
type Before = Arc<dyn Fn(&[u8]) + Send + Sync>;

pub struct Gateway {
    pub url: String,
    /// Tells when something is held or refused.
    held: Arc<Notify>,
    hold: Arc<Mutex<Hold>>,
    before: Arc<Mutex<Option<Before>>>,
}

impl Hold {
    fn refuses(self, path: &str) -> bool {
        match self {
            Hold::Refuse(part) => path.contains(part),
            Hold::BlocksBefore(first) => {
                let number = path.split("/by-nonce/").nth(1);
                let number = number.and_then(|rest| rest.split('?').next()?.parse::<u64>().ok());
                number.is_some_and(|number| number < first)
            }
            _ => false,
        }
    }
}

impl Gateway {
    pub async fn start(behind: String, hold: Hold) -> Self {
        Gateway::at(
            TcpListener::bind("127.0.0.1:0").await.unwrap(),
            behind,
            hold,
        )
    }

    pub fn at(listener: TcpListener, behind: String, hold: Hold) -> Self {
        let held = Arc::new(Notify::new());
        let url = format!("http://{}", listener.local_addr().unwrap());
        let holds = Arc::new(Mutex::new(hold));
        let before = Arc::<Mutex<Option<Before>>>::default();
        let (now, tell, first) = (holds.clone(), held.clone(), before.clone());
        let pass = move |method: Method, uri: Uri, body: Bytes| {
            let (behind, now, tell) = (behind.clone(), now.clone(), tell.clone());
            let first = first.lock().unwrap().clone();
            async move {
                let path = uri.path_and_query().unwrap().to_string();
                let hold = *now.lock().unwrap();
                let is_held = |part| path.contains(part);
                if hold.refuses(&path) {
                    tell.notify_one();
                    let error = r#"{"data":null,"error":"not found","code":"internal_issue"}"#;
                    return (StatusCode::INTERNAL_SERVER_ERROR, error.into());
                }
                if matches!(hold, Hold::Before(part) if is_held(part)) {
                    tell.notify_one();
                    std::future::pending::<()>().await;
                }
                let answer = tokio::task::spawn_blocking(move || {
                    if let Some(first) = first.filter(|_| path == "/transaction/send") {
                        first(&body);
                    }
                    pass_on(&behind, &path, method, &body)
                });
                let (status, mut answer) = answer.await.unwrap();
                // as the network has it
                if uri.path().starts_with("/transaction/") && uri.query().is_none() {
                    answer = without_fees(&answer);
                }
                if matches!(hold, Hold::After(part) if uri.path().contains(part)) {
                    tell.notify_one();
                    std::future::pending::<()>().await;
                }
                (StatusCode::from_u16(status).unwrap(), answer)
            }
        };
        // the stream of events never ends, and isn't passed on
        let none = || async { StatusCode::NOT_FOUND };
        let router = Router::new()
            .route("/events", axum::routing::get(none))
            .fallback(pass);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Gateway {
            url,
            held,
            hold: holds,
            before,
        }
    }

    /// Does this with each transaction's JSON before it is passed on.
    pub fn before_transactions(&self, first: impl Fn(&[u8]) + Send + Sync + 'static) {
        *self.before.lock().unwrap() = Some(Arc::new(first));
    }

    /// Waits until something is held or refused.
    pub async fn holds(&self) {
        let held = tokio::time::timeout(crate::harness::client::LONG, self.held.notified());
        held.await.expect("a request that is held");
    }

    pub fn set(&self, hold: Hold) {
        *self.hold.lock().unwrap() = hold;
    }
}

/// The network's answer for a transaction that is requested without its results.
fn without_fees(answer: &[u8]) -> Vec<u8> {
    let Ok(mut answer) = serde_json::from_slice::<serde_json::Value>(answer) else {
        return answer.to_vec();
    };
    if let Some(fields) = answer
        .pointer_mut("/data/transaction")
        .and_then(|tx| tx.as_object_mut())
    {
        fields.remove("fee");
        fields.remove("gasUsed");
    }
    answer.to_string().into_bytes()
}

fn pass_on(behind: &str, path: &str, method: Method, body: &[u8]) -> (u16, Vec<u8>) {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let url = format!("{behind}{path}");
    let answer = match method {
        Method::POST => agent
            .post(&url)
            .header("content-type", "application/json")
            .send(body),
        _ => agent.get(&url).call(),
    };
    let mut answer = answer.unwrap();
    let status = answer.status().as_u16();
    (status, answer.body_mut().read_to_vec().unwrap())
}
