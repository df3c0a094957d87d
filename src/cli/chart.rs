//! Tables as charts, drawn as one SVG.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::lab::headline::{Chart, Table};
use crate::show::number::fixed;

/// The size of a chart, in pixels.
const SIZE: (u32, u32) = (620, 400);

/// The charts of the tables that have one, two beside each other; none if no table has.
pub fn charts(tables: &[Table]) -> Result<Option<String>> {
    let charts: Vec<_> =
        tables.iter().filter_map(|table| Some((table, table.chart.as_ref()?))).collect();
    if charts.is_empty() {
        return Ok(None);
    }
    let (across, down) = (charts.len().min(2), charts.len().div_ceil(2));
    let mut text = String::new();
    {
        let size = (SIZE.0 * across as u32, SIZE.1 * down as u32);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        root.fill(&WHITE)?;
        for (area, (table, chart)) in root.split_evenly((down, across)).iter().zip(charts) {
            draw(area, table, chart)?;
        }
        root.present()?;
    }
    Ok(Some(text))
}

/// Where a number of the lower axis stands.
fn place(x: f64, chart: &Chart) -> f64 {
    if chart.by_logarithm { x.log10() } else { x }
}

fn draw(area: &DrawingArea<SVGBackend<'_>, Shift>, table: &Table, chart: &Chart) -> Result<()> {
    let along = table.numbers(chart.along);
    let points = |head: &str| -> Vec<(f64, f64)> {
        let both = along.iter().zip(table.numbers(head));
        both.filter_map(|(x, y)| Some((place((*x)?, chart), y?))).collect()
    };
    let ends = chart.between.map(|ends| ends.map(points));
    let curves: Vec<_> = chart.curves.iter().map(|&head| (head, points(head))).collect();
    let all = || ends.iter().flatten().chain(curves.iter().map(|(_, points)| points)).flatten();
    let range = |of: &dyn Fn(&(f64, f64)) -> f64, from: f64| {
        let (low, high) = all().map(of).fold((from, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let room = ((high - low) * 0.06).max(1e-3);
        low - room..high + room
    };
    let mut drawn = ChartBuilder::on(area)
        .caption(table.title, ("sans-serif", 14))
        .margin(12)
        .x_label_area_size(38)
        .y_label_area_size(54)
        .build_cartesian_2d(range(&|point| point.0, f64::INFINITY), range(&|point| point.1, 0.0))?;
    let number = |x: f64| fixed(x, if x.abs() < 10.0 { 2 } else { 0 });
    drawn
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc(chart.along)
        .y_desc(chart.up)
        .x_label_formatter(&|&x| number(if chart.by_logarithm { 10f64.powf(x) } else { x }))
        .y_label_formatter(&|&y| number(y))
        .draw()?;
    if let Some([low, high]) = &ends {
        let around = low.iter().chain(high.iter().rev()).copied().collect::<Vec<_>>();
        drawn.draw_series([Polygon::new(around, BLUE.mix(0.2))])?;
        for end in [low, high] {
            drawn.draw_series(LineSeries::new(end.iter().copied(), &BLUE).point_size(3))?;
        }
    }
    for (at, (head, points)) in curves.iter().enumerate() {
        let colour = Palette99::pick(at).to_rgba();
        let line = LineSeries::new(points.iter().copied(), &colour).point_size(3);
        drawn
            .draw_series(line)?
            .label(*head)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour));
    }
    if !curves.is_empty() {
        let labels = &mut drawn.configure_series_labels();
        let labels = labels.position(SeriesLabelPosition::UpperLeft);
        labels.background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).draw()?;
    }
    Ok(())
}
