import {
  ownGradeExams,
  signUpForGradeExam,
  withdrawFromGradeExam,
  type OwnGradeExam,
  type OwnGradeExamScore,
} from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button } from '@mantine/core';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Card } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useProcess } from '../../../ui/use-process.ts';
import classes from '../home.module.css';
import { FailedCard, failedFirst } from './failed.card.tsx';

type Subject = OwnGradeExam['subjects'][number] & { readonly exam: OwnGradeExam };

const scoreColumns: Column<OwnGradeExamScore>[] = [
  {
    key: 'subject',
    title: '考试科目',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.subjectName} second={row.gradeExamName} />,
  },
  {
    key: 'ticket',
    title: '准考证号',
    width: 170,
    render: (row) => <TwoLines first={row.ticketNumber} second={row.examDate} />,
  },
  {
    key: 'score',
    title: '成绩',
    width: 270,
    align: 'left',
    render: (row) => <TwoLines first={`${row.scoreValue}（满分 ${String(row.fullScore)}）`} second={row.partScores} />,
  },
  {
    key: 'result',
    title: '结果',
    width: 120,
    render: (row) => (
      <>
        <Result score={row} />
        {row.certificateNo !== '' && <div className={classes['dim']}>{row.certificateNo}</div>}
      </>
    ),
  },
];

/**
 * 等级考试: what a student can sign up for or has, and the scores that came of it (SCORE-MORE-11…14). Who has neither
 * sees nothing of it.
 */
export function OwnGradeExamsCard() {
  const query = useOperation(ownGradeExams, {}, { enabled: useMay('gradeExam:own') });
  const columns = useSubjectColumns();
  if (failedFirst(query)) return <FailedCard title="等级考试" query={query} />;
  const { exams = [], scores = [] } = query.data ?? {};
  const subjects = exams.flatMap((exam) => exam.subjects.map((subject) => ({ ...subject, exam })));
  return (
    <>
      {subjects.length > 0 && (
        <Card flush title="等级考试报名" note="报名截止后编排准考证号">
          <DataTable<Subject>
            label="等级考试报名"
            columns={columns}
            rows={subjects}
            rowKey={(row) => row.gradeExamSubjectId}
            query={query}
          />
        </Card>
      )}
      {scores.length > 0 && (
        <Card flush title="等级考试成绩">
          <DataTable<OwnGradeExamScore>
            label="等级考试成绩"
            columns={scoreColumns}
            rows={scores}
            rowKey={(row) => row.gradeExamScoreId}
            query={query}
          />
        </Card>
      )}
    </>
  );
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <div className="jw-ellipsis" title={first}>
        {first}
      </div>
      <div className={`${classes['dim'] ?? ''} jw-ellipsis`} title={second}>
        {second}
      </div>
    </>
  );
}

function Result({ score: { absentSign, passSign } }: { score: OwnGradeExamScore }) {
  if (absentSign === yesNo.yes) return <StatusTag tone="grey">缺考</StatusTag>;
  if (passSign === null) return null;
  return passSign === yesNo.yes ? <StatusTag tone="green">合格</StatusTag> : <StatusTag tone="red">不合格</StatusTag>;
}

function useSubjectColumns(): Column<Subject>[] {
  const mayAct = useMay('gradeExam:signUp');
  const invalidates = ['gradeExam.'];
  const signUp = useProcess(signUpForGradeExam, {
    invalidates,
    success: '报名成功',
    confirm: () => ({ message: '确定报名这个科目吗？报名截止之前可以取消。', confirmText: '报名' }),
  });
  const withdraw = useProcess(withdrawFromGradeExam, {
    invalidates,
    success: '已取消报名',
    confirm: () => ({ message: '确定取消报名吗？名额会让给别人。', confirmText: '取消报名', cancelText: '不取消' }),
  });
  return [
    {
      key: 'subject',
      title: '考试科目',
      width: 'auto',
      align: 'left',
      render: ({ subjectName, schoolZoneName, exam }) => (
        <TwoLines
          first={schoolZoneName === '' ? subjectName : `${subjectName}（${schoolZoneName}）`}
          second={exam.gradeExamName}
        />
      ),
    },
    {
      key: 'dates',
      title: '考试日期',
      width: 170,
      render: ({ exam }) => <TwoLines first={exam.examDate} second={`报名至 ${exam.signUpEndTime.slice(0, 16)}`} />,
    },
    {
      key: 'room',
      title: '已报 / 名额',
      width: 100,
      render: ({ registeredNum, capacity, fee }) => (
        <TwoLines
          first={`${String(registeredNum)} / ${capacity === null ? '不限' : String(capacity)}`}
          second={fee === null ? '免费' : `${fee} 元`}
        />
      ),
    },
    {
      key: 'state',
      title: '状态',
      width: 160,
      render: ({ registrationId, ticketNumber, exam }) =>
        registrationId === null ? (
          <StatusTag tone={exam.open ? 'orange' : 'grey'}>{exam.open ? '可报名' : '未到报名时间'}</StatusTag>
        ) : (
          <StatusTag tone="green">{ticketNumber ?? '已报名'}</StatusTag>
        ),
    },
    {
      key: 'action',
      title: '操作',
      width: 110,
      pinRight: true,
      render: ({ gradeExamSubjectId, registrationId, exam }) =>
        mayAct &&
        exam.open &&
        (registrationId === null ? (
          <Button
            size="compact-sm"
            variant="light"
            disabled={signUp.isPending}
            onClick={() => {
              signUp.start({ gradeExamSubjectId });
            }}
          >
            报名
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            disabled={withdraw.isPending}
            onClick={() => {
              withdraw.start({ registrationId });
            }}
          >
            取消报名
          </Button>
        )),
    },
  ];
}
