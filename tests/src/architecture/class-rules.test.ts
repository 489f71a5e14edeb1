import { describe, expect, it } from 'vitest';
import { checkClasses, checkVariables } from './class-rules.ts';

const page = (use: string) =>
  `import classes from './a.module.css';\nimport { b } from './classes.card.tsx';\n\nexport const A = () => <p ` +
  `className={${use}}>{b}</p>;\n`;
const sheet =
  '/* .gone */\n.row { transition: color .5s; }\n.row:hover, .row[data-x] > :first-child { color: red; }\n@media ' +
  '(max-width: 480px) { .row { color: blue; } }\n';
const rulesOf = (use: string, css = sheet) =>
  checkClasses(
    new Map([
      ['web/src/ui/a.tsx', page(use)],
      ['web/src/ui/a.module.css', css],
    ]),
  ).map(({ rule, file, detail }) => [rule, file, detail]);

describe('class names of CSS modules', () => {
  it.each(["classes['row']", 'classes.row', "`${classes['row'] ?? ''} jw-ellipsis`"])(
    '%s is defined and used',
    (use) => {
      expect(rulesOf(use)).toEqual([]);
    },
  );

  it('one that the style sheet does not have is found where it is named', () => {
    expect(rulesOf("cx(classes['row'], classes['formBody'])")).toEqual([
      ['class-defined', 'web/src/ui/a.tsx', '“formBody” is not in web/src/ui/a.module.css'],
    ]);
  });

  it('one that nothing is of is found, also when it stands in a media query', () => {
    expect(rulesOf("classes['row']", `${sheet}@media print { .old { display: none; } }\n`)).toEqual([
      ['class-used', 'web/src/ui/a.module.css', 'nothing is of the class “old”'],
    ]);
  });

  it('a sheet whose names are known only while the page runs is not searched for dead ones', () => {
    expect(rulesOf('classes[kind]', `${sheet}.col { color: red; }\n`)).toEqual([]);
  });
});

it('a colour that is no token and that nothing sets is found where it is taken', () => {
  const sources = new Map([
    [
      'web/src/ui/tokens.ts',
      "const table = {\n  line: ['#E1E7EE', '#2A3441'],\n  'text-2': ['#55606E', '#A6B1BF'],\n};\n",
    ],
    ['web/src/ui/a.tsx', "<p style={{ '--jw-left': '2px', color: 'var(--jw-text-2)' }} />"],
    ['web/src/ui/a.module.css', '.a { left: var(--jw-left); color: var(--jw-dim); border-color: var(--jw-line); }'],
  ]);
  expect(checkVariables(sources)).toEqual([
    { rule: 'variable-defined', file: 'web/src/ui/a.module.css', detail: 'nothing gives --jw-dim' },
  ]);
});
