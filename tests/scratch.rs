use elenchus::debate::SeatPlan;
use elenchus::rules::{Eye, Seat};
use elenchus::scenario::{library, open};
#[test]
fn scratch() {
    for entry in library::shipped() {
        if entry.id != "smuggled-cell" {
            continue;
        }
        let s = entry.scenario.unwrap();
        let mut game = open(&s).unwrap();
        game.set_seat(Seat::Bob, &SeatPlan::honest()).unwrap();
        let t = game.table();
        let r = t.run().unwrap();
        for e in t.record() {
            println!("{e}");
        }
        println!("{r:?}");
        println!("{:?}", t.now().ledger());
        println!("{:?}", t.now().brief(Eye::All));
        let report = game.solving()().unwrap();
        println!("{}", serde_json::to_string_pretty(&report.to_json()).unwrap());
        for s in report.sections {
            println!("{}", s.title);
            for l in s.lines {
                println!("  {l}");
            }
        }
    }
}
