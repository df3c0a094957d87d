//! Draws tables and sweeps as SVG charts.

use std::ops::Range;

use anyhow::{Context, Result};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::plot::{places, series};
use crate::batch::headline::{Chart, HeadlineTable};
use crate::batch::shard::{MeasuredRun, SweepPoint};
use crate::text::number::fixed;

/// The size of a chart, in pixels.
const SIZE: (u32, u32) = (620, 400);

/// The charts of these tables, two in each row. `None` if no table has a chart.
pub fn charts(tables: &[HeadlineTable]) -> Result<Option<String>> {
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

/// The position of a number on the lower axis.
fn place(x: f64, chart: &Chart) -> f64 {
    if chart.by_logarithm { x.log10() } else { x }
}

fn draw(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    table: &HeadlineTable,
    chart: &Chart,
) -> Result<()> {
    let numbers = |head: &str| {
        let at = table.columns.iter().position(|(own, _)| own == head);
        table.rows.iter().map(move |row| row.get(at?)?.as_f64())
    };
    let points = |head: &str| -> Vec<(f64, f64)> {
        let both = numbers(&chart.along).zip(numbers(head));
        both.filter_map(|(x, y)| Some((place(x?, chart), y?))).collect()
    };
    let ends = chart.between.as_ref().map(|ends| ends.each_ref().map(|end| points(end)));
    let curves: Vec<_> = chart.curves.iter().map(|head| (head, points(head))).collect();
    let all = || ends.iter().flatten().chain(curves.iter().map(|(_, points)| points)).flatten();
    let mut drawn = ChartBuilder::on(area)
        .caption(&table.title, ("sans-serif", 14))
        .margin(12)
        .x_label_area_size(38)
        .y_label_area_size(54)
        .build_cartesian_2d(
            span(all().map(|point| point.0)),
            span(all().map(|point| point.1).chain([0.0])),
        )?;
    let number = |x: f64| fixed(x, if x.abs() < 10.0 { 2 } else { 0 });
    drawn
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc(&*chart.along)
        .y_desc(&*chart.up)
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
            .label(&**head)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour));
    }
    if !curves.is_empty() {
        let labels = &mut drawn.configure_series_labels();
        let labels = labels.position(SeriesLabelPosition::UpperLeft);
        labels.background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).draw()?;
    }
    Ok(())
}

/// The range of an axis: all these values, with a margin.
fn span(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = values
        .filter(|x| x.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
    let room = ((high - low) * 0.06).max(1e-3);
    low - room..high + room
}

/// A sweep as a chart. A curve shows the interval of each point, a band that holds for all points of the sweep
/// together, and lines for exact values and theorems.
pub fn sweep(run: &MeasuredRun) -> Result<String> {
    let axis = run.head.vary.first().context("a chart needs a parameter. Give one with --vary")?;
    let along = places(axis);
    let place = |point: &SweepPoint| {
        let at = axis.values.iter().position(|value| Some(value) == point.at.first());
        along[at.unwrap_or(0)]
    };
    let played = |point: &&SweepPoint| point.tally.debates > 0;
    let sorted =
        |points: &[SweepPoint], of: &dyn Fn(&SweepPoint) -> Option<f64>| -> Vec<(f64, f64)> {
            let both = points.iter().filter(played).filter_map(|p| Some((place(p), of(p)?)));
            let mut both: Vec<(f64, f64)> = both.filter(|(_, y)| y.is_finite()).collect();
            both.sort_by(|a, b| a.0.total_cmp(&b.0));
            both
        };
    let promised = |p: &SweepPoint| p.promise.as_ref().map(|promise| promise.limit.get());
    let heights =
        run.points.iter().filter(played).flat_map(|point| {
            run.band(point).into_iter().chain(point.exact).chain(promised(point))
        });
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut drawn = ChartBuilder::on(&root)
            .caption(&run.head.title, ("sans-serif", 14))
            .margin(12)
            .x_label_area_size(38)
            .y_label_area_size(54)
            .build_cartesian_2d(span(along.iter().copied()), span(heights))?;
        let names = axis.numbers().is_none();
        let label = |x: &f64| match names {
            true => {
                let at = (x.fract().abs() < 1e-9).then_some(*x as usize);
                at.and_then(|at| axis.values.get(at)).cloned().unwrap_or_default()
            }
            false => fixed(*x, if x.abs() < 10.0 { 2 } else { 0 }),
        };
        drawn
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc(&axis.name)
            .y_desc(if run.pays() { "Alice's payment" } else { "how often Alice wins" })
            .x_label_formatter(&label)
            .y_label_formatter(&|y| fixed(*y, 2))
            .draw()?;
        for (at, (label, points)) in series(run).into_iter().enumerate() {
            let colour = Palette99::pick(at).to_rgba();
            let low = sorted(points, &|point| Some(run.band(point)[0]));
            let high = sorted(points, &|point| Some(run.band(point)[1]));
            let around: Vec<_> = low.into_iter().chain(high.into_iter().rev()).collect();
            drawn.draw_series([Polygon::new(around, colour.mix(0.15))])?;
            for points in [sorted(points, &|point| point.exact), sorted(points, &promised)] {
                drawn.draw_series(LineSeries::new(points, colour.mix(0.6)))?;
            }
            drawn.draw_series(points.iter().filter(played).map(|point| {
                Circle::new((place(point), point.tally.shown().0), 3, colour.filled())
            }))?;
            let drawn_bars = drawn.draw_series(points.iter().filter(played).map(|point| {
                let (_, low, high) = point.tally.shown();
                PathElement::new([(place(point), low), (place(point), high)], colour)
            }))?;
            if !label.is_empty() {
                drawn_bars
                    .label(label)
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour));
            }
        }
        if run.head.vary.len() > 1 {
            let labels = &mut drawn.configure_series_labels();
            let labels = labels.position(SeriesLabelPosition::UpperLeft);
            labels.background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).draw()?;
        }
        root.present()?;
    }
    Ok(text)
}
