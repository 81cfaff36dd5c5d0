// What a library cannot hold, or cannot be asked.
class Unsupported extends Error {}

module.exports = { Unsupported };
