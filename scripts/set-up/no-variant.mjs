// In the bundle this stands where quickjs-emscripten looks for the variants of its engine that are not used here.
// oxlint-disable-next-line import/no-default-export -- that is how each of them comes
export default undefined;
