// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { render } from '../../testing/render.tsx';
import { CleanResultsDialog } from './clean-results.dialog.tsx';
import type { MonitorResult } from './result-changes.tsx';

const result = (resultId: number, changes: MonitorResult['changes']): MonitorResult =>
  ({ resultId, businessName: `专业 ${String(resultId)}`, remedy: '删除这一条', changes }) as MonitorResult;
const changed = result(1, [{ field: '国家专业代码', before: '０８０９', after: '0809' }]);
const deleted = result(2, []);

it.each([
  ['what is changed can be taken back for seven days', [changed], '清洗后 7 天内可在清洗记录中撤销'],
  ['what is deleted cannot', [deleted], '删除后不能撤销'],
  [
    'of both, each is said with its number',
    [changed, deleted, result(3, [])],
    '清洗后 7 天内可在清洗记录中撤销，其中 2 条删除后不能撤销',
  ],
])('清洗 says one thing about taking back: %s', (_title, results, words) => {
  render(<CleanResultsDialog results={results} onClose={() => undefined} onDone={() => undefined} />);
  expect(screen.getByRole('dialog').querySelector('footer > span')?.textContent).toBe(words);
  expect(screen.getAllByText(/撤销/)).toHaveLength(1);
});
