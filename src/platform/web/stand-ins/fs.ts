// Stands for `fs` in gray-matter, which only needs it for a function that nobody here calls.
export default {};
