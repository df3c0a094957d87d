//! Lets a module for Python leave its Python symbols open on macOS, also when cargo builds it.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
