/** pip in tests: what it needs of the environment, and what it says where it finds no index. */

/** How pip reaches its index here. A folder of PYTHONPATH may have large packages already. */
export const PIP = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(?:PIP_|SSL_|https?_proxy|PYTHONPATH$)/i.test(name)),
)

/** The error about a package that no arena serves. */
export const NO_INDEX = /No matching distribution found for (?!bot-arena)|No module named (?:ensurepip|venv)/
