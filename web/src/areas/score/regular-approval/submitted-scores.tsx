import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { reassessmentCalls, type ReassessmentKind } from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { regularApprovalDetail } from '@jwxt/contracts/score/regular-approval.operations.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Alert } from '@mantine/core';
import { IconArrowBarToDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { Card, Figure, Headline } from '../../../ui/page.tsx';
import { changePath } from '../changes/score-change-address.ts';
import classes from '../changes/score-change-detail.module.css';

type Detail = OutputOf<typeof regularApprovalDetail>;
/** Rows of a make-up also say which score is made up for. */
type Row = Detail['rows'][number] & { makeupTypeName?: string | null; originFinalValue?: string | null };
type Submission = Omit<Detail, 'rows'> & { rows: readonly Row[] };

const bandNames = ['优', '良', '中', '及格', '不及格'];

/** What is decided with the scores of a class: figures, distribution, notes, and exactly the rows handed in. */
export function SubmittedScores({ detail }: { detail: Submission }) {
  const { figures } = detail;
  return (
    <>
      {figures && (
        <Headline>
          <Figure value={figures.personNum} label="人数" />
          <Figure value={figures.passRate || NO_SCORE} label={`及格率（${String(figures.passedNum)} 人）`} />
          <Figure value={figures.excellentRate || NO_SCORE} label="优秀率" />
          <Figure value={figures.mean || NO_SCORE} label="平均分" />
          <Figure value={`${figures.max || NO_SCORE} / ${figures.min || NO_SCORE}`} label="最高 / 最低" />
          <Figure value={figures.bands.join(' / ')} label={bandNames.join(' / ')} />
        </Headline>
      )}
      <RemarkChanges changes={detail.remarkChanges} />
      <Card flush grow title="送审成绩" note={`共 ${String(detail.rows.length)} 人，送审时的内容；不及格标红`}>
        <DataTable
          label="送审成绩"
          columns={columnsOf(detail)}
          rows={detail.rows}
          rowKey={(row) => row.studentCode}
          numberFrom={1}
          dense
          minWidth={790 + (isMakeup(detail) ? 168 : 0) + detail.items.length * 108}
          rowTone={(row) => (row.passed ? undefined : 'red')}
        />
      </Card>
    </>
  );
}

/** The same inside the details of an application. */
export function SubmittedScoresOf({ applyId }: { applyId: string }) {
  const query = useOperation(regularApprovalDetail, { applyId }, { keepPrevious: false });
  return <QueryFaces query={query}>{(detail) => <SubmittedScores detail={detail} />}</QueryFaces>;
}

/** The same of make-up and deferred exams. */
export function SubmittedMakeupsOf({ applyId }: { applyId: string }) {
  return <SubmittedReassessments kind="retakeApproval" applyId={applyId} />;
}

/** The same of a retake class. */
export function SubmittedRetakesOf({ applyId }: { applyId: string }) {
  return <SubmittedReassessments kind="rebuildScoreApproval" applyId={applyId} />;
}

function SubmittedReassessments({ kind, applyId }: { kind: ReassessmentKind; applyId: string }) {
  const query = useOperation(reassessmentCalls[kind].submission, { applyId }, { keepPrevious: false });
  return <QueryFaces query={query}>{(detail) => <SubmittedScores detail={detail} />}</QueryFaces>;
}

/** What is decided apart from the submission, so that nobody takes it for a part of what he approves. */
function RemarkChanges({ changes }: { changes: Detail['remarkChanges'] }) {
  const mayOpen = useMay('scoreChangeAudit:detail');
  if (changes.length === 0) return null;
  return (
    <Alert color="orange" p={8} role="status" style={{ flex: 'none' }}>
      {changes.map(({ applyId, studentName, before, after, applicantName }) => {
        const words = `${studentName}的备注由“${before}”改为“${after}”（${applicantName}申请）`;
        return (
          <p key={applyId} style={{ margin: 0 }}>
            另行审批：{mayOpen ? <Link to={changePath(applyId)}>{words}</Link> : words}
          </p>
        );
      })}
      本次审批的仍是下表中的成绩；上述更改通过后，在成绩发布时生效。
    </Alert>
  );
}

const isMakeup = ({ rows }: Submission): boolean => rows.some(({ makeupTypeName }) => Boolean(makeupTypeName));

/** Why a student of a make-up is on the list, and the score that is made up for. */
const originColumns: readonly Column<Row>[] = [
  { key: 'makeupType', title: '考试类型', width: 84, render: (row) => row.makeupTypeName ?? NOTHING },
  { key: 'origin', title: '原成绩', width: 78, render: (row) => row.originFinalValue ?? NO_SCORE },
];

function columnsOf(detail: Submission): Column<Row>[] {
  const { items } = detail;
  return [
    { key: 'number', title: '学号', width: 116, pinLeft: true, render: (row) => row.studentNumber },
    { key: 'name', title: '姓名', width: 88, pinLeft: true, ellipsis: true, render: (row) => row.studentName },
    ...(isMakeup(detail) ? originColumns : []),
    ...items.map((item): Column<Row> => ({
      key: item.dataKey,
      title: `${item.scoreSubItemName} ${String(item.scoreSubItemProportion)}%`,
      width: 102,
      render: (row) => row.items[item.dataKey] ?? NO_SCORE,
    })),
    { key: 'remark', title: '成绩备注', width: 90, render: (row) => row.scoreRemarkName },
    {
      key: 'final',
      title: '总评成绩',
      width: 90,
      render: (row) => (
        <span className={row.passed ? undefined : classes['failed']} title={row.studentScoreFinalValueRemark}>
          {row.studentScoreFinalValue}
          {row.studentScoreFinalValueRemark !== '' && (
            <>
              <IconArrowBarToDown size={14} stroke={2} aria-hidden />
              <span className="jw-visually-hidden">{row.studentScoreFinalValueRemark}</span>
            </>
          )}
        </span>
      ),
    },
    { key: 'source', title: '名单来源', width: 84, render: (row) => row.isReExamStudentName || '初修' },
    {
      key: 'class',
      title: '行政班',
      width: 110,
      align: 'left',
      ellipsis: true,
      render: (row) => row.administrativeClassName,
    },
    {
      key: 'major',
      title: '年级专业',
      width: 'auto',
      align: 'left',
      ellipsis: true,
      render: (row) => row.gradeMajorName,
    },
  ];
}
