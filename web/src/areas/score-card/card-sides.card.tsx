import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card as Surface } from '../../ui/page.tsx';
import type { Card } from './card-rows.model.ts';
import classes from './score-card.module.css';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

/** What stands beside the attempts: credits by attribute, courses in progress, scores outside a class. */
export type Side = 'attribute' | 'progress' | 'extra';

const attributeColumns: Column<Card['byAttribute'][number]>[] = [
  { key: 'name', title: '课程属性', width: 'auto', align: 'left', render: (row) => row.courseAttributeName },
  { key: 'passed', title: '通过', width: 64, align: 'right', render: (row) => `${String(row.passedNum)} 门` },
  {
    key: 'failed',
    title: '未通过',
    width: 68,
    align: 'right',
    render: (row) => (
      <span data-fail={row.failedNum > 0 || undefined} className={classes['final']}>
        {row.failedNum} 门
      </span>
    ),
  },
  { key: 'credit', title: '已获学分', width: 78, align: 'right', render: (row) => row.earnedCredit },
];
const progressColumns: Column<Card['inProgress'][number]>[] = [
  {
    key: 'course',
    title: '课程',
    width: 'auto',
    align: 'left',
    render: (row) => (
      <>
        <div className="jw-ellipsis" title={row.courseName}>
          {row.courseName}
        </div>
        <div className={classes['second']}>
          {row.semesterId}
          {row.listSource === '' ? '' : ` · ${row.listSource}`}
        </div>
      </>
    ),
  },
  { key: 'credit', title: '学分', width: 56, align: 'right', render: (row) => row.courseCredit },
  { key: 'state', title: '成绩单', width: 76, render: (row) => row.sheetStatusName },
];
const extraColumns: Column<Card['extra'][number]>[] = [
  {
    key: 'name',
    title: '名称',
    width: 'auto',
    align: 'left',
    render: (row) => (
      <>
        <div className="jw-ellipsis" title={row.extraName}>
          {row.extraName}
        </div>
        <div className={classes['second']}>
          {row.semesterName} · {row.sourceName}
        </div>
      </>
    ),
  },
  { key: 'credit', title: '学分', width: 56, align: 'right', render: (row) => row.credit },
  { key: 'value', title: '成绩', width: 90, render: (row) => row.valueName },
];

/** The side that is chosen. */
export function CardSides({ card, side, onSide }: { card: Card; side: Side; onSide: (side: Side) => void }) {
  const sides = [
    { value: 'attribute', label: '按属性' },
    { value: 'progress', label: `在修 ${String(card.inProgress.length)}` },
    { value: 'extra', label: `其他 ${String(card.extra.length)}` },
  ];
  return (
    <Surface
      flush
      title={
        <SegmentedControl
          size="xs"
          aria-label="学分、在修课程或其他成绩"
          data={sides}
          value={side}
          onChange={(value) => {
            onSide(value as Side);
          }}
        />
      }
    >
      {side === 'attribute' && (
        <DataTable
          label="按课程属性"
          columns={attributeColumns}
          rows={card.byAttribute}
          rowKey={(row) => row.courseAttribute}
          empty={{ reason: '还没有计入的成绩' }}
        />
      )}
      {side === 'progress' && (
        <DataTable
          label="在修课程"
          columns={progressColumns}
          rows={card.inProgress}
          rowKey={(row) => row.teachingClassId}
          twoLine
          empty={{ reason: '没有成绩尚未发布的课程' }}
        />
      )}
      {side === 'extra' && (
        <DataTable
          label="其他成绩"
          columns={extraColumns}
          rows={card.extra}
          rowKey={(row) => row.studentExtraScoreId}
          twoLine
          empty={{ reason: '没有创新学分、军训等教学班以外的成绩' }}
        />
      )}
    </Surface>
  );
}
