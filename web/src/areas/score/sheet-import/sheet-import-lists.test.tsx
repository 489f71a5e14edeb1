// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '../../../testing/render.tsx';
import { ImportChanges } from './sheet-import-lists.tsx';

test('SCORE-RULES-01 the preview of an import says which of the file’s scores were rounded, and only of those', () => {
  const cell = (dataKey: string, columnName: string, after: string) => ({ dataKey, columnName, before: null, after });
  render(
    <ImportChanges
      changes={[
        {
          row: 3,
          studentCode: 's1',
          studentNumber: '20242110001',
          studentName: '张三',
          finalBefore: '-',
          finalAfter: '85.60',
          cells: [cell('ps', '平时成绩', '85.6'), cell('qm', '期末成绩', '90.0'), cell('sy', '实验', '良好')],
          save: { studentCode: 's1', revision: 1, items: {} },
          values: { ps: '85.55', qm: '90', sy: '良好' },
        },
      ]}
    />,
  );
  expect(screen.getByText(/平时成绩/).textContent).toMatch(/85\.6（文件中为 85\.55，已四舍五入）$/);
  for (const name of [/期末成绩/, /实验/]) expect(screen.getByText(name).textContent).not.toContain('四舍五入');
});
