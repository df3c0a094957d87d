//! Sets parameters of a scenario by their names in the file, for example with the option `--set`.
//!
//! The scenario is written as YAML, the new value replaces the old one, and the text is read again.
//! So a user can set everything that a file can contain, and gets the same errors.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde_json::Value as Json;
use serde_yaml::{Mapping, Value};

use super::{FileError, ProtocolFile, Scenario, read, schema, write};
use crate::protocol::stochastic::{ConstantSet, ExplicitConstants};

/// A parameter and its new value, such as `k=2`, `constants.c=0.01` or `protocol.claim=0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterSetting {
    /// The name of the parameter: some keys of its path in the file. They must be enough to
    /// identify the parameter.
    pub path: String,
    /// The value, written as in a file.
    pub value: String,
}

impl FromStr for ParameterSetting {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (path, value) = text.split_once('=').ok_or("write PATH=VALUE, such as k=2")?;
        let (path, value) = (path.trim().to_owned(), value.trim().to_owned());
        match path.is_empty() || value.is_empty() || value.contains(['\n', '\r']) {
            true => Err("write PATH=VALUE in one line, such as k=2".into()),
            false => Ok(Self { path, value }),
        }
    }
}

impl fmt::Display for ParameterSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.path, self.value)
    }
}

/// The keys from the top of a file to a parameter. Entries of a list are numbered from 0.
type KeyPath = Vec<String>;

/// The largest number of parameters that an error lists.
const MOST_NAMED: usize = 40;

/// The largest number of keys in a path.
const DEEPEST: usize = 8;

/// The largest number of parameters that are collected for one scenario.
const MOST_PATHS: usize = 20_000;

/// The top-level keys that nobody can set as parameters.
const NO_PARAMETERS: [&str; 8] =
    ["elenchus", "seats", "lesson", "exercise", "moves", "hide", "chapter", "order"];

/// The top-level keys that a sweep cannot vary: they do not affect the debate, or the run sets them
/// itself.
const OF_THE_SCREEN: [&str; 2] = ["minutes", "seed"];

/// Stands for the new value in the YAML text, until the value replaces it.
const HERE: &str = "elenchus-value-that-is-set";

impl Scenario {
    /// Sets these parameters, one after another. Returns the new scenario and its YAML text.
    ///
    /// # Errors
    /// Returns an error with a list of the parameters if a parameter does not exist. It also
    /// returns an error if a file may not have this value.
    pub fn with_settings(
        &self,
        file: &str,
        settings: &[ParameterSetting],
    ) -> Result<(Self, String), FileError> {
        let mut scenario = self.clone();
        let mut text = write(self)?;
        let mut label = file.to_owned();
        for setting in settings {
            label += &format!(" with {setting}");
            let whole = |message: String| FileError::whole_file(&label, message);
            let mut tree: Value = serde_yaml::from_str(&text).map_err(|e| whole(e.to_string()))?;
            let path = named(&tree, setting).map_err(whole)?;
            scenario.prepare(&mut tree, &path);
            mark_parameter(&mut tree, &path).map_err(whole)?;
            let written = serde_yaml::to_string(&tree).map_err(|e| whole(e.to_string()))?;
            text = written.replacen(HERE, &as_written(&setting.value), 1);
            scenario = read(&label, &text)?;
        }
        scenario.renew_claim(self).map_err(|why| FileError::whole_file(&label, why))?;
        if *scenario.claim != *self.claim {
            text = write(&scenario)?;
        }
        Ok((scenario, text))
    }

    /// The numeric parameters that a sweep can vary, each by its shortest unique name, with its
    /// present value.
    pub fn numbers(&self) -> Vec<(String, String)> {
        let Ok(text) = write(self) else { return Vec::new() };
        let Ok(tree) = serde_yaml::from_str::<Value>(&text) else { return Vec::new() };
        let mut all = BTreeSet::new();
        present(&tree, &mut Vec::new(), &mut all);
        let mut found: Vec<(String, String)> = Vec::new();
        for path in all.iter().filter(|path| !OF_THE_SCREEN.contains(&&*path[0])) {
            let Some(value) = at(&tree, path).and_then(Value::as_f64) else { continue };
            let name = |from: usize| ParameterSetting {
                path: path[from..].join("."),
                value: value.to_string(),
            };
            let shortest = (0..path.len()).rev().map(name);
            // Skip the name `claim`, because it also means the text of the claim; see `named`.
            let mut settable = shortest
                .filter(|setting| setting.path != "claim")
                .filter(|setting| named(&tree, setting).is_ok_and(|one| one == *path))
                .filter(|setting| self.with_settings("", std::slice::from_ref(setting)).is_ok());
            found.extend(settable.next().map(|setting| (setting.path, setting.value)));
        }
        found
    }

    /// If one constant is set, adds the present values of all other constants, because a file must
    /// contain all constants or none.
    fn prepare(&self, tree: &mut Value, path: &[String]) {
        let ProtocolFile::Stochastic(file) = &self.protocol.value else { return };
        let [_, _, group, kind, _] = path else { return };
        let Ok(plan) = self.machine.plan() else { return };
        let Ok(constants) = file.constants(&plan) else { return };
        let others = match (&**kind, &file.constants.value) {
            ("custom", ConstantSet::Custom(_)) | ("explicit", ConstantSet::Explicit(_)) => {
                return;
            }
            ("custom", _) => {
                let Some(t) = constants.tolerances(|t| -t.q) else { return };
                serde_yaml::to_value(t)
            }
            ("explicit", _) => serde_yaml::to_value(ExplicitConstants {
                alice: constants.alice,
                bob: constants.bob.count,
                bob_tolerance: constants.bob.tolerance,
                judge: constants.judge.count,
                judge_tolerance: constants.judge.tolerance,
            }),
            _ => return,
        };
        let parent = tree.get_mut(&path[0]).and_then(|tree| tree.get_mut(&path[1]));
        if let (Some(Value::Mapping(parent)), Ok(others)) = (parent, others) {
            let kind = Mapping::from_iter([(Value::from(kind.as_str()), others)]);
            parent.insert(group.as_str().into(), Value::Mapping(kind));
        }
    }
}

/// Converts a value to YAML: numbers and YAML in braces or brackets stay as they are, and other
/// text gets quotes.
fn as_written(value: &str) -> String {
    match serde_yaml::from_str::<Value>(value) {
        Ok(Value::String(_)) | Err(_) => Json::from(value).to_string(),
        Ok(Value::Mapping(_)) if !value.starts_with('{') => Json::from(value).to_string(),
        Ok(_) => value.to_owned(),
    }
}

/// Finds the parameter that a setting names.
fn named(tree: &Value, setting: &ParameterSetting) -> Result<KeyPath, String> {
    let all = parameters(tree);
    let wanted: KeyPath = setting.path.split('.').map(str::to_owned).collect();
    // If `claim` is set to 0 or 1, it means Alice's claim in the protocol, and not the text of the
    // claim.
    let is_claimed = setting.path == "claim" && ["0", "1"].contains(&&*setting.value);
    if all.contains(&wanted) && wanted.len() == 1 && !is_claimed {
        return Ok(wanted);
    }
    let mut found: Vec<&KeyPath> = all.iter().filter(|path| names(&wanted, path)).collect();
    // A single value is for a parameter. A value in braces or brackets is for a group of
    // parameters.
    if is_claimed && found.len() > 1 {
        found.retain(|path| path.len() > 1);
    }
    let single = !setting.value.starts_with(['{', '[']);
    let is_group = |path: &KeyPath| all.iter().any(|p| p.len() > path.len() && p.starts_with(path));
    if found.iter().any(|path| is_group(path) != single) {
        found.retain(|path| is_group(path) != single);
    }
    let shortest = found.iter().map(|path| path.len()).min().unwrap_or_default();
    found.retain(|path| path.len() == shortest);
    let written = |paths: Vec<&KeyPath>| {
        paths.iter().map(|path| path.join(".")).collect::<Vec<_>>().join(", ")
    };
    match found.as_slice() {
        [path] => Ok((*path).clone()),
        [] => {
            // First list the parameters that the file contains, and begin with those of the
            // protocol and the machine.
            let rank = |path: &&KeyPath| match &*path[0] {
                "protocol" => 0,
                "machine" => 1,
                "seed" | "seats" => 2,
                _ => 3,
            };
            let mut leaves: Vec<&KeyPath> = all.iter().filter(|path| !is_group(path)).collect();
            leaves.sort_by_key(|path| (at(tree, path).is_none(), rank(path)));
            let more = match leaves.len().saturating_sub(MOST_NAMED) {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            leaves.truncate(MOST_NAMED);
            Err(format!(
                "there is no parameter `{}`. This scenario has: {}{more}",
                setting.path,
                written(leaves)
            ))
        }
        _ => Err(format!(
            "`{}` is ambiguous: it can mean {}. Write the longer name",
            setting.path,
            written(found)
        )),
    }
}

/// Returns whether a path ends with the last key of `wanted`, and contains the other keys of
/// `wanted` in order.
fn names(wanted: &[String], path: &[String]) -> bool {
    let mut rest = path.iter();
    wanted.last() == path.last() && wanted.iter().all(|key| rest.any(|k| k == key))
}

/// All parameters that this scenario has, or could have with its protocol and machine.
fn parameters(tree: &Value) -> BTreeSet<KeyPath> {
    let schema = schema();
    let mut found = BTreeSet::new();
    possible(&schema, &schema["$defs"], Some(tree), &mut Vec::new(), &mut found);
    present(tree, &mut Vec::new(), &mut found);
    found
}

/// Adds the paths that the schema allows.
fn possible(
    schema: &Json,
    defs: &Json,
    tree: Option<&Value>,
    path: &mut KeyPath,
    found: &mut BTreeSet<KeyPath>,
) {
    if path.len() > DEEPEST || found.len() > MOST_PATHS {
        return;
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
        possible(&defs[name], defs, tree, path, found);
    }
    for choices in ["oneOf", "anyOf"] {
        for choice in schema[choices].as_array().into_iter().flatten() {
            possible(choice, defs, tree, path, found);
        }
    }
    // Only the protocol and the machine that the file names can have parameters.
    let is_kind = matches!(path.as_slice(), [one] if one == "protocol" || one == "machine");
    for (key, below) in schema["properties"].as_object().into_iter().flatten() {
        let here = tree.and_then(|tree| tree.get(key));
        if (is_kind && here.is_none()) || (path.is_empty() && NO_PARAMETERS.contains(&&**key)) {
            continue;
        }
        path.push(key.clone());
        found.insert(path.clone());
        possible(below, defs, here, path, found);
        path.pop();
    }
}

/// Adds the paths that the file contains.
fn present(tree: &Value, path: &mut KeyPath, found: &mut BTreeSet<KeyPath>) {
    let mut go_on = |key: String, below: &Value| {
        if path.len() > DEEPEST
            || found.len() > MOST_PATHS
            || (path.is_empty() && NO_PARAMETERS.contains(&&*key))
        {
            return;
        }
        path.push(key);
        found.insert(path.clone());
        present(below, path, found);
        path.pop();
    };
    match tree {
        Value::Mapping(mapping) => {
            for (key, below) in mapping {
                if let Some(key) = key.as_str() {
                    go_on(key.to_owned(), below);
                }
            }
        }
        Value::Sequence(list) => {
            for (at, below) in list.iter().enumerate() {
                go_on(at.to_string(), below);
            }
        }
        _ => {}
    }
}

/// The value at a path. `None` if the path leads through a list or does not exist.
fn at<'a>(tree: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(tree, |tree, key| tree.as_mapping()?.get(key.as_str()))
}

/// Puts the marker [`HERE`] in place of a parameter. Creates the mappings on the path that do not
/// exist.
fn mark_parameter(tree: &mut Value, path: &[String]) -> Result<(), String> {
    let Some((key, rest)) = path.split_first() else {
        *tree = Value::from(HERE);
        return Ok(());
    };
    if let Value::Sequence(list) = tree {
        let place = key.parse::<usize>().ok().and_then(|at| list.get_mut(at));
        return mark_parameter(place.ok_or_else(|| format!("there is no entry {key}"))?, rest);
    }
    if !tree.is_mapping() {
        *tree = Value::Mapping(Mapping::new());
    }
    let Value::Mapping(mapping) = tree else { return Err(format!("`{key}` cannot be set here")) };
    // A new kind of constants replaces the old kind.
    if matches!(&**key, "custom" | "explicit") && !mapping.contains_key(key) {
        mapping.clear();
    }
    mark_parameter(mapping.entry(key.as_str().into()).or_insert(Value::Null), rest)
}
