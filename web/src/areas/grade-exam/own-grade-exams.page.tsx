import {
  ownGradeExams,
  signUpForGradeExam,
  withdrawFromGradeExam,
  type OwnGradeExam,
  type OwnGradeExamScore,
} from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button } from '@mantine/core';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';

type Subject = OwnGradeExam['subjects'][number] & { readonly exam: OwnGradeExam };

const scoreColumns: Column<OwnGradeExamScore>[] = [
  { key: 'exam', title: '考试', width: 'auto', align: 'left', ellipsis: true, render: (row) => row.gradeExamName },
  { key: 'subject', title: '科目', width: 150, align: 'left', ellipsis: true, render: (row) => row.subjectName },
  { key: 'date', title: '考试日期', width: 110, render: (row) => row.examDate },
  { key: 'ticket', title: '准考证号', width: 180, render: (row) => row.ticketNumber },
  {
    key: 'score',
    title: '成绩 / 满分',
    width: 120,
    align: 'right',
    render: (row) => (
      <>
        <b>{row.scoreValue}</b> / {row.fullScore}
      </>
    ),
  },
  { key: 'parts', title: '分项成绩', width: 220, align: 'left', ellipsis: true, render: (row) => row.partScores },
  { key: 'result', title: '结果', width: 90, render: (row) => <Result score={row} /> },
  { key: 'certificate', title: '证书号', width: 150, ellipsis: true, render: (row) => row.certificateNo },
];

/** 我的等级考试: what a student can sign up for or has, and the own scores (SCORE-MORE-11…14). */
export function OwnGradeExamsPage() {
  const query = useOperation(ownGradeExams, {});
  const subjects = query.data?.exams.flatMap((exam) => exam.subjects.map((subject) => ({ ...subject, exam })));
  return (
    <Page title="我的等级考试" fill={false}>
      <Card flush title="考试报名" note="报名截止后由教务处编排准考证号">
        <DataTable<Subject>
          label="考试报名"
          columns={useSubjectColumns()}
          rows={subjects}
          rowKey={(row) => row.gradeExamSubjectId}
          query={query}
          empty={{ title: '现在没有可以报名的考试', reason: '教务处发布考试之后，会显示在这里' }}
        />
      </Card>
      <Card flush title="我的成绩">
        <DataTable<OwnGradeExamScore>
          label="我的等级考试成绩"
          columns={scoreColumns}
          rows={query.data?.scores}
          rowKey={(row) => row.gradeExamScoreId}
          query={query}
          empty={{ title: '还没有等级考试成绩', reason: '教务处导入成绩之后，会显示在这里' }}
        />
      </Card>
    </Page>
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
      key: 'exam',
      title: '考试',
      width: 'auto',
      align: 'left',
      ellipsis: true,
      render: ({ exam }) => exam.gradeExamName,
    },
    { key: 'subject', title: '科目', width: 150, align: 'left', ellipsis: true, render: (row) => row.subjectName },
    { key: 'zone', title: '校区', width: 100, render: (row) => row.schoolZoneName || '不分校区' },
    { key: 'date', title: '考试日期', width: 110, render: ({ exam }) => exam.examDate },
    { key: 'end', title: '报名截止', width: 160, render: ({ exam }) => exam.signUpEndTime },
    { key: 'fee', title: '费用（元）', width: 90, align: 'right', render: (row) => row.fee ?? '免费' },
    {
      key: 'room',
      title: '已报 / 名额',
      width: 110,
      align: 'right',
      render: (row) => `${String(row.registeredNum)} / ${row.capacity === null ? '不限' : String(row.capacity)}`,
    },
    {
      key: 'state',
      title: '状态',
      width: 180,
      render: (row) =>
        row.registrationId === null ? (
          <StatusTag tone={row.exam.open ? 'orange' : 'grey'}>{row.exam.open ? '可报名' : '未到报名时间'}</StatusTag>
        ) : (
          <StatusTag tone="green">{row.ticketNumber ?? '已报名'}</StatusTag>
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
