import { Stack } from '@mantine/core';
import type { ShownHit } from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';

const columns: Column<ShownHit['attempts'][number]>[] = [
  { key: 'num', title: '课程编号', width: 120, render: (row) => row.courseNum },
  { key: 'name', title: '课程名称', width: 'auto', align: 'left', render: (row) => row.courseName },
  { key: 'semester', title: '学年学期', width: 130, render: (row) => row.semesterId },
  { key: 'credit', title: '学分', width: 64, align: 'right', render: (row) => row.courseCredit },
  {
    key: 'final',
    title: '成绩',
    width: 80,
    align: 'right',
    render: (row) =>
      row.passed ? row.finalName : <span style={{ color: 'var(--jw-red-text)' }}>{row.finalName}</span>,
  },
];

/** Every rule that holds: which version of it, with which value, and the scores that the value came from. */
export function HitList({ hits }: { hits: readonly ShownHit[] }) {
  return (
    <Stack gap={12}>
      {hits.map((hit) => (
        <section key={hit.ruleText}>
          <p style={{ margin: '0 0 6px' }}>
            <strong>{hit.ruleText}</strong>　{hit.indicatorName} {hit.value}：{hit.words}
            <span style={{ color: 'var(--jw-text-2)', marginLeft: 12 }}>
              规则第 {hit.versionNo} 版{hit.isNewest ? '' : '（规则已有新版本）'}
            </span>
          </p>
          {hit.attempts.length > 0 && (
            <DataTable
              label={hit.ruleText}
              columns={columns}
              rows={hit.attempts}
              rowKey={(row) => `${row.courseNum} ${row.semesterId} ${row.finalName}`}
              dense
              scrollHeight={Math.min(200, 46 + hit.attempts.length * 34)}
            />
          )}
        </section>
      ))}
    </Stack>
  );
}
