import { expect, it } from 'vitest';
import { withFigures } from './doc-section.ts';

const head = '| figure | value |\n| --- | ---: |';
const whole = `monday, all\n\n${head}\n| a | 1 |\n| b | 2 |\n| c | 3 |`;

it('figures of some groups take the place of their own, and say which run they are of', () => {
  const history = withFigures(whole, 'tuesday, b and d', `${head}\n| b | 20 |\n| d | 40 |`);
  expect(history).toBe(
    `monday, all\n\ntuesday, b and d: b, d\n\n${head}\n| a | 1 |\n| b | 20 |\n| c | 3 |\n| d | 40 |`,
  );
  expect(withFigures(history, 'wednesday, b', `${head}\n| b | 200 |`)).toBe(
    `monday, all\n\ntuesday, b and d: d\n\nwednesday, b: b\n\n${head}\n| a | 1 |\n| b | 200 |\n| c | 3 |\n| d | 40 |`,
  );
  expect(withFigures(history, 'thursday, b and d', `${head}\n| b | 5 |\n| d | 6 |`)).toBe(
    `monday, all\n\nthursday, b and d: b, d\n\n${head}\n| a | 1 |\n| b | 5 |\n| c | 3 |\n| d | 6 |`,
  );
});

it('a section that is empty takes what there is', () => {
  expect(withFigures('', 'monday', `${head}\n| a | 1 |`)).toBe(`monday\n\n${head}\n| a | 1 |`);
});
