import { attemptSource, NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card as Surface } from '../../ui/page.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { StepPicker } from '../../ui/step-picker.tsx';
import { cardRows, choices, type Card, type CardFilter, type CardRow } from './card-rows.model.ts';
import classes from './score-card.module.css';

/** The remark, and where the score comes from when nobody typed it. */
const beside = (row: CardRow): string =>
  [row.scoreRemarkName, row.source === attemptSource.typed ? '' : row.sourceName]
    .filter((part) => part !== '')
    .join(' · ');

const shownNames = [
  { value: 'all', label: '全部' },
  { value: 'counting', label: '有效' },
  { value: 'failed', label: '不及格' },
];

const everySemester = { code: '', name: '全部学期' };

/** Every attempt: which counts, and why; each score leads to its history. */
export function CardAttempts({
  card,
  filter,
  onFilter,
}: {
  card: Card;
  filter: CardFilter;
  onFilter: (change: Partial<CardFilter>) => void;
}) {
  const mayReplay = useMay('scoreLog:query');
  const rows = cardRows(card, filter);
  const value = (row: CardRow) => (
    <b data-fail={(row.hasValue && !row.passed) || undefined} className={classes['final']}>
      {row.finalName}
    </b>
  );
  const columns: Column<CardRow>[] = [
    {
      key: 'course',
      title: '课程',
      width: 'auto',
      align: 'left',
      render: (row) => (
        <>
          <div>{row.courseName}</div>
          <div className={classes['second']}>
            {row.courseNum} · {row.courseAttributeName}
          </div>
        </>
      ),
    },
    { key: 'semester', title: '学年学期', width: 176, render: (row) => row.semesterName },
    { key: 'credit', title: '学分', width: 54, align: 'right', render: (row) => row.courseCredit },
    {
      key: 'nature',
      title: '考试性质',
      width: 84,
      render: (row) => (
        <>
          <div>{row.examNatureName}</div>
          {beside(row) !== '' && <div className={classes['second']}>{beside(row)}</div>}
        </>
      ),
    },
    {
      key: 'final',
      title: '成绩',
      width: 84,
      render: (row) =>
        mayReplay ? (
          <Link
            to="/jwxt/gly/scoreManage/replay"
            search={{ studentCode: card.student.studentNumber, courseCode: row.courseNum }}
            title="查看这个成绩的来历"
            aria-label={`${row.courseName} ${row.finalName}，查看来历`}
          >
            {value(row)}
          </Link>
        ) : (
          value(row)
        ),
    },
    { key: 'point', title: '绩点', width: 60, align: 'right', render: (row) => row.point ?? NO_SCORE },
    {
      key: 'counts',
      title: '是否有效',
      width: 196,
      align: 'left',
      render: (row) => (
        <div className={classes['counts']}>
          {row.counts ? (
            <StatusTag tone={row.passed ? 'green' : 'red'}>{row.passed ? '有效' : '有效·不及格'}</StatusTag>
          ) : (
            <StatusTag tone="grey" icon={null}>
              不计
            </StatusTag>
          )}
          <span className={classes['why']} title={row.why}>
            {row.why}
          </span>
        </div>
      ),
    },
  ];
  const semesters = card.semesters.map(({ semesterId, semesterName, gpa, earnedCredit }) => ({
    code: semesterId,
    name: semesterName,
    note: `绩点 ${gpa} · ${earnedCredit} 学分`,
  }));
  return (
    <Surface
      flush
      title="全部成绩"
      note={
        filter.semesterId === ''
          ? `${String(rows.length)} 条`
          : semesters.find(({ code }) => code === filter.semesterId)?.note
      }
      actions={
        <div className={classes['filters']}>
          <SegmentedControl
            size="xs"
            aria-label="显示哪些成绩"
            data={shownNames}
            value={filter.shown}
            onChange={(shown) => {
              onFilter({ shown: shown as CardFilter['shown'] });
            }}
          />
          <StepPicker
            label="学期"
            options={[everySemester, ...semesters]}
            value={filter.semesterId}
            onChange={(semesterId) => {
              onFilter({ semesterId });
            }}
          />
          <Select
            size="xs"
            w={110}
            clearable
            aria-label="课程属性"
            placeholder="全部属性"
            data={choices(card, (row) => ({ value: row.courseAttribute, label: row.courseAttributeName }))}
            value={filter.attribute || null}
            onChange={(code) => {
              onFilter({ attribute: code ?? '' });
            }}
          />
          <Select
            size="xs"
            w={120}
            clearable
            aria-label="考试性质"
            placeholder="全部性质"
            data={choices(card, (row) => ({ value: row.examNature, label: row.examNatureName }))}
            value={filter.examNature || null}
            onChange={(code) => {
              onFilter({ examNature: code ?? '' });
            }}
          />
        </div>
      }
    >
      <DataTable
        label="全部成绩"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.attemptId}
        twoLine
        minWidth={760}
        rowTone={(row) => (row.counts ? undefined : 'gone')}
        empty={
          card.semesters.length === 0
            ? { title: '还没有已发布的成绩', reason: '成绩单审核通过后，成绩会显示在这里' }
            : { reason: '没有符合条件的成绩，可以换一个条件' }
        }
      />
    </Surface>
  );
}
