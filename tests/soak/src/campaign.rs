//! Many histories, on all cores: each from one of some prepared beginnings.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use chess_model::chain::Fault;
use chess_model::step::Step;

use crate::bench::{Bench, Difference, Point};
use crate::coverage::Coverage;
use crate::generate::{BEGINNINGS, Generator};
use crate::shrink::shrink;
use crate::world::Builds;

/// A number of histories, and which ones.
#[derive(Clone, Copy)]
pub struct Campaign {
    /// The number of the first history.
    pub first: u64,
    pub histories: u64,
    pub steps: usize,
    pub seed: u64,
    pub threads: usize,
    /// The number of prepared beginnings that are used, at most all [`BEGINNINGS`].
    pub beginnings: u64,
    /// A fault in the model, which must be found.
    pub fault: Option<Fault>,
    /// The time after which no further history begins.
    pub time: Option<Duration>,
    /// Whether to report progress on stderr.
    pub progress: bool,
}

impl Default for Campaign {
    /// 2,000 histories of 50 steps.
    fn default() -> Self {
        Campaign {
            first: 0,
            histories: 2_000,
            steps: 50,
            seed: 1,
            threads: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            beginnings: BEGINNINGS,
            fault: None,
            time: None,
            progress: false,
        }
    }
}

/// A history with a difference, and the steps that are left after shrinking.
#[derive(Debug)]
pub struct Found {
    /// The history's number.
    pub number: u64,
    /// The number of steps that it had.
    pub length: usize,
    pub steps: Vec<Step>,
    pub difference: Difference,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, few, all) = (self.number, self.steps.len(), self.length);
        writeln!(
            f,
            "history {number} differs; {few} of its {all} steps are enough:"
        )?;
        for step in &self.steps {
            writeln!(f, "  {step}")?;
        }
        write!(f, "{}", self.difference)
    }
}

/// A beginning: how the histories that share it start.
struct Beginning {
    steps: Vec<Step>,
    point: Point,
}

/// One in this number of histories is followed by a query of every view.
const ALL_VIEWS_EVERY: u64 = 8;

impl Campaign {
    /// Runs the histories until one shows a difference or all are done.
    ///
    /// # Errors
    /// The contract isn't compiled, in words.
    pub fn run(self) -> Result<(Coverage, Option<Found>), String> {
        let builds = Builds::read()?;
        let next = AtomicU64::new(self.first);
        let stop = AtomicBool::new(false);
        let (sender, results) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, builds) = (sender.clone(), builds.clone());
                let (next, stop) = (&next, &stop);
                scope.spawn(move || {
                    let found = self.work(builds, next, stop);
                    // the receiver outlives the threads
                    let _ = sender.send(found);
                });
            }
            drop(sender);
            let mut all = Coverage::default();
            let mut first: Option<Found> = None;
            let is_over = |since: Instant| self.time.is_some_and(|time| since.elapsed() >= time);
            let (start, mut left) = (Instant::now(), self.threads.max(1));
            while left > 0 {
                if is_over(start) {
                    stop.store(true, Ordering::Relaxed);
                }
                match results.recv_timeout(Duration::from_secs(10)) {
                    Ok((coverage, found)) => {
                        left -= 1;
                        all.add(coverage);
                        let found = first.into_iter().chain(found);
                        first = found.min_by_key(|found| found.number);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) if self.progress => {
                        let done = (next.load(Ordering::Relaxed) - self.first).min(self.histories);
                        let seconds = start.elapsed().as_secs();
                        eprintln!("{done} of {} histories begun, {seconds} s", self.histories);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => {
                        return Err("a history could not be finished".into());
                    }
                }
            }
            Ok((all, first))
        })
    }

    fn work(
        self,
        builds: Builds,
        next: &AtomicU64,
        stop: &AtomicBool,
    ) -> (Coverage, Option<Found>) {
        let mut bench = Bench::new(builds);
        let mut coverage = Coverage::default();
        let mut beginnings: Vec<Option<Beginning>> = (0..BEGINNINGS).map(|_| None).collect();
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number - self.first >= self.histories {
                break;
            }
            coverage.histories += 1;
            if let Err(steps) = self.history(&mut bench, &mut beginnings, number, &mut coverage) {
                stop.store(true, Ordering::Relaxed);
                let length = steps.len();
                let (steps, difference) = shrink(&mut bench, &steps, self.fault);
                let found = Found {
                    number,
                    length,
                    steps,
                    difference,
                };
                return (coverage, Some(found));
            }
        }
        (coverage, None)
    }

    /// One history.
    ///
    /// # Errors
    /// Its steps up to the one after which there is a difference.
    fn history(
        &self,
        bench: &mut Bench,
        beginnings: &mut [Option<Beginning>],
        number: u64,
        coverage: &mut Coverage,
    ) -> Result<(), Vec<Step>> {
        // seeds next to each other make generators that have nothing in common
        let mut generator =
            Generator::new(fastrand::Rng::with_seed(self.seed ^ number << 20).u64(..));
        let mut taken = vec![];
        if generator.rng().u32(..10) == 0 {
            bench.clear(self.fault);
        } else {
            let which = generator.rng().u64(..self.beginnings);
            let slot = &mut beginnings[which as usize];
            let beginning = match slot {
                Some(beginning) => beginning,
                None => slot.insert(self.beginning(bench, which, coverage)?),
            };
            bench.go_to(&beginning.point);
            taken.clone_from(&beginning.steps);
        }
        for _ in 0..self.steps {
            let step = generator.step(&bench.model);
            taken.push(step);
            let step = &taken[taken.len() - 1];
            if let Err(difference) = bench.take(step, coverage) {
                eprintln!("history {number}: {difference}");
                return Err(taken);
            }
        }
        // as expensive as many steps
        match number % ALL_VIEWS_EVERY {
            0 => bench.compare_all_views().map_err(|_| taken),
            _ => Ok(()),
        }
    }

    /// The first steps of many histories, taken once and compared like all others.
    fn beginning(
        &self,
        bench: &mut Bench,
        which: u64,
        coverage: &mut Coverage,
    ) -> Result<Beginning, Vec<Step>> {
        let mut generator = Generator::new(self.seed.wrapping_add(which));
        bench.clear(self.fault);
        let steps = generator.beginning(&bench.model, which);
        for (count, step) in steps.iter().enumerate() {
            if bench.take(step, coverage).is_err() {
                return Err(steps[..=count].to_vec());
            }
        }
        Ok(Beginning {
            steps,
            point: bench.point(),
        })
    }
}
