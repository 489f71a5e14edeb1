import { Table } from '@mantine/core';
import { isRounded } from '@jwxt/contracts/score/score-cell.rules.ts';
import { IconArrowRight, IconCheck, IconX } from '@tabler/icons-react';
import type { importChange, importFailure } from '@jwxt/contracts/score/score-document.operations.ts';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { keyboardScroll } from '../../../ui/keyboard-scroll.ts';
import classes from './sheet-import.module.css';

type Tone = 'ink' | 'green' | 'red';

/** How many rows of a file went which way. */
export function ImportFigures({ figures }: { figures: readonly { label: string; value: number; tone?: Tone }[] }) {
  return (
    <dl className={classes['figures']}>
      {figures.map(({ label, value, tone }) => (
        <div key={label} data-tone={value > 0 ? tone : undefined}>
          <dd>{value}</dd>
          <dt>
            {tone === 'green' && <IconCheck size={14} aria-hidden />}
            {tone === 'red' && value > 0 && <IconX size={14} aria-hidden />}
            {label}
          </dt>
        </div>
      ))}
    </dl>
  );
}

/** Rows that are not taken over: where, what stands there, and why in words that say what to write. */
export function ImportFailures({
  failures,
  note,
  action,
}: {
  failures: readonly z.output<typeof importFailure>[];
  note: string;
  action: ReactNode;
}) {
  return (
    <section className={classes['list']} aria-label="不能导入的行">
      <header>
        <strong>不能导入的行（{failures.length}）</strong>
        <span>{note}</span>
        {action}
      </header>
      <div className={classes['table']} ref={keyboardScroll}>
        <Table tabularNums verticalSpacing={6} layout="fixed" aria-label="不能导入的行">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={56}>行</Table.Th>
              <Table.Th w={190}>学生</Table.Th>
              <Table.Th w={120}>列</Table.Th>
              <Table.Th w={140}>填写的值</Table.Th>
              <Table.Th>原因</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failures.flatMap((failure) =>
              failure.problems.map((problem, index) => (
                <Table.Tr key={`${String(failure.row)}.${String(index)}`}>
                  <Table.Td ta="center">{index === 0 && failure.row}</Table.Td>
                  <Table.Td>{index === 0 && `${failure.studentNumber} ${failure.studentName}`}</Table.Td>
                  <Table.Td>{problem.columnName}</Table.Td>
                  <Table.Td className={classes['bad']}>{problem.value === '' ? '（空）' : problem.value}</Table.Td>
                  <Table.Td>{problem.reason}</Table.Td>
                </Table.Tr>
              )),
            )}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

/** What will change, student by student, with what the final score becomes. */
export function ImportChanges({ changes }: { changes: readonly z.output<typeof importChange>[] }) {
  const cellNum = changes.reduce((sum, { cells }) => sum + cells.length, 0);
  return (
    <section className={classes['list']} aria-label="将导入的成绩">
      <header>
        <strong>
          将导入的成绩（{changes.length} 人，{cellNum} 处）
        </strong>
        <span>还没有保存，确定后才写入</span>
      </header>
      <div className={classes['table']} ref={keyboardScroll}>
        <Table tabularNums verticalSpacing={6} layout="fixed" aria-label="将导入的成绩">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={56}>行</Table.Th>
              <Table.Th w={190}>学生</Table.Th>
              <Table.Th>变化</Table.Th>
              <Table.Th w={190}>总评</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map((change) => (
              <Table.Tr key={change.row}>
                <Table.Td ta="center">{change.row}</Table.Td>
                <Table.Td>
                  {change.studentNumber} {change.studentName}
                </Table.Td>
                <Table.Td>
                  <span className={classes['cells']}>
                    {change.cells.map((cell) => (
                      <span key={cell.dataKey}>
                        {cell.columnName} <Step before={cell.before ?? '未录入'} after={cell.after} />
                        {roundedNote(change.values[cell.dataKey])}
                      </span>
                    ))}
                  </span>
                </Table.Td>
                <Table.Td>
                  <Step before={change.finalBefore} after={change.finalAfter} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

/** Said where the file has more decimals than a cell keeps (SCORE-RULES-01). */
function roundedNote(written: string | undefined): string {
  return written !== undefined && isRounded(written, { type: 'number' }) ? `（文件中为 ${written}，已四舍五入）` : '';
}

function Step({ before, after }: { before: string; after: string }) {
  return before === after ? (
    <>{after}</>
  ) : (
    <>
      <span className={classes['before']}>{before}</span> <IconArrowRight size={13} aria-label="改为" />{' '}
      <strong>{after}</strong>
    </>
  );
}
