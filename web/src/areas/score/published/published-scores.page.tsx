import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  PUBLISHED_FIRST,
  exportPublishedScores,
  publishedSorts,
  queryPublishedScores,
} from '@jwxt/contracts/score/published-score.operations.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import { scoreTypeNames, type ScoreType, scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, sortField, usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { anyTeachingTask, TeachingTaskSearchForm } from '../../../pickers/teaching-task-search-form.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import classes from '../changes/score-change-detail.module.css';

type Row = OutputOf<typeof queryPublishedScores>['rows'][number];

const text = z.string().catch('').default('');
const pageState = z.object({
  semesterId: text,
  course: text,
  departmentId: text,
  teachingClass: text,
  teacher: text,
  student: text,
  scoreType: text,
  passed: z.enum(['', yesNo.no, yesNo.yes]).catch('').default(''),
  ...pagingFields(SCORE_PAGE_SIZE),
  ...sortField(publishedSorts),
});

/** 已发布成绩: what has been published of the classes in scope. */
export function PublishedScoresPage() {
  const [{ pageNo, pageSize, sort, passed, scoreType: type, ...texts }, setState] = usePageState(pageState);
  const [draft, setDraft] = useState({
    semesterId: texts.semesterId || null,
    course: texts.course,
    departmentId: texts.departmentId || null,
    teachingClass: texts.teachingClass,
    teacher: texts.teacher,
  });
  const [student, setStudent] = useState(texts.student);
  const mayReplay = useMay('scoreLog:query');
  const filter = {
    ...(Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')) as Partial<typeof texts>),
    ...(passed === '' ? {} : { passed }),
    ...(type in scoreTypeNames ? { scoreType: type as ScoreType } : {}),
  };
  const query = useOperation(queryPublishedScores, { ...filter, pageNo, pageSize, sort });
  const search = () => {
    setState({
      semesterId: draft.semesterId ?? '',
      course: draft.course.trim(),
      departmentId: draft.departmentId ?? '',
      teachingClass: draft.teachingClass.trim(),
      teacher: draft.teacher.trim(),
      student: student.trim(),
      pageNo: 1,
    });
    void query.refetch();
  };
  const reset = () => {
    setDraft(anyTeachingTask);
    setStudent('');
    setState({
      semesterId: '',
      course: '',
      departmentId: '',
      teachingClass: '',
      teacher: '',
      student: '',
      scoreType: '',
      passed: '',
      pageNo: 1,
    });
  };
  const columns: Column<Row>[] = [
    {
      key: 'course',
      title: '课程',
      sort: 'courseNum',
      width: 'auto',
      least: 250,
      align: 'left',
      render: (row) => <TwoLines first={row.courseName} second={`${row.semesterName} · ${row.courseCredit} 学分`} />,
    },
    {
      key: 'class',
      title: '教学班',
      sort: 'teachingClassCode',
      width: 200,
      align: 'left',
      render: (row) => (
        <TwoLines
          first={row.teachingClassName}
          second={`${scoreTypeNames[row.scoreType as ScoreType] ?? ''} · ${row.teacherName}`}
        />
      ),
    },
    {
      key: 'student',
      title: '学生',
      sort: 'studentNumber',
      width: 130,
      align: 'left',
      render: (row) => <TwoLines first={row.studentName} second={row.studentNumber} />,
    },
    {
      key: 'adminClass',
      title: '行政班',
      width: 190,
      importance: 2,
      align: 'left',
      render: (row) => <TwoLines first={row.administrativeClassName} second={row.gradeMajorName} />,
    },
    {
      key: 'final',
      title: '总评成绩',
      sort: 'final',
      width: 90,
      align: 'right',
      render: (row) =>
        row.passed ? (
          row.studentScoreFinalValue
        ) : (
          <span className={classes['failed']}>
            {row.studentScoreFinalValue}
            <span className="jw-visually-hidden">（不及格）</span>
          </span>
        ),
    },
    { key: 'remark', title: '成绩备注', width: 90, render: (row) => row.scoreRemarkName || NOTHING },
    { key: 'source', title: '名单来源', width: 84, importance: 3, render: (row) => row.isReExamStudentName || NOTHING },
    {
      key: 'action',
      title: '操作',
      width: 120,
      pinRight: true,
      render: (row) => (
        <span style={{ display: 'inline-flex', gap: 12 }}>
          <Link to={modulePath('scoreManage', `entry/${encodeURIComponent(row.teachingClassId)}/${row.scoreType}`)}>
            成绩单
          </Link>
          {mayReplay && (
            <Link
              to={
                `${modulePath('scoreManage', 'replay')}?studentCode=${encodeURIComponent(row.studentCode)}` +
                `&courseCode=${encodeURIComponent(row.courseId)}`
              }
            >
              回放
            </Link>
          )}
        </span>
      ),
    },
  ];
  return (
    <Page title="已发布成绩">
      <Card flush>
        <TeachingTaskSearchForm
          value={draft}
          onChange={(change) => {
            setDraft((old) => ({ ...old, ...change }));
          }}
          onSearch={search}
          onReset={reset}
          searching={query.isFetching}
        />
      </Card>
      <Card flush grow>
        <Toolbar
          right={
            <form
              onSubmit={(event) => {
                event.preventDefault();
                search();
              }}
            >
              <TextInput
                aria-label="学生"
                placeholder="学号或姓名，回车查询"
                w={220}
                maxLength={60}
                value={student}
                onChange={(event) => {
                  setStudent(event.currentTarget.value);
                }}
              />
            </form>
          }
        >
          <SegmentedControl
            aria-label="是否及格"
            value={passed}
            onChange={(value) => {
              setState({ passed: value, pageNo: 1 });
            }}
            data={[
              { value: '', label: '全部' },
              { value: yesNo.yes, label: '及格' },
              { value: yesNo.no, label: '不及格' },
            ]}
          />
          <SegmentedControl
            aria-label="成绩类型"
            value={type}
            onChange={(value) => {
              setState({ scoreType: value, pageNo: 1 });
            }}
            data={[
              { value: '', label: '全部类型' },
              { value: scoreType.regular, label: '正考' },
              { value: scoreType.makeup, label: '补缓考' },
              { value: scoreType.retake, label: '重修' },
            ]}
          />
          <ExportButton operation={exportPublishedScores} input={filter} />
        </Toolbar>
        <DataTable
          label="已发布成绩"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => `${row.teachingClassId}.${row.scoreType}.${row.studentCode}`}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1080}
          rowTone={(row) => (row.passed ? undefined : 'red')}
          empty={{ reason: '没有符合条件的已发布成绩，可以换一个条件' }}
          footer={
            query.data?.firstOnly === true
              ? `只列出前 ${String(PUBLISHED_FIRST)} 条，要看更多请先选择学期、单位或课程`
              : undefined
          }
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
    </Page>
  );
}
