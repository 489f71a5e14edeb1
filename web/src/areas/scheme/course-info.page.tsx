import {
  COURSE_PAGE_SIZE,
  courseSorts,
  queryCourses,
  queryOldCourses,
  type CourseRow,
} from '@jwxt/contracts/base-info/course.operations.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, sortField, usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { DepartmentSelect } from '../../pickers/department-select.tsx';
import { DictionarySelect } from '../../pickers/dictionary-select.tsx';
import { ReferenceSearch } from '../../resource/reference-search.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

const text = z.string().catch('').default('');
const filters = {
  businessCode: text,
  courseName: text,
  departmentId: text,
  gradeMajorCode: text,
  courseAttr: text,
  courseNature: text,
};
const schema = z.object({
  ...filters,
  which: z.enum(['inUse', 'taught']).catch('inUse').default('inUse'),
  ...pagingFields(COURSE_PAGE_SIZE),
  ...sortField(courseSorts),
});
const none = z.object(filters).parse({});

const sortOf = (key: string) => (courseSorts.some((each) => each === key) ? { sort: key } : {});
const cell = (
  key: Exclude<keyof CourseRow, 'orderNum'>,
  title: string,
  width: number | 'auto',
  align: 'left' | 'center' = 'center',
): Column<CourseRow> => ({ ...sortOf(key), key, title, width, align, ellipsis: true, render: (row) => row[key] ?? '' });

/** 课程信息 (SCHEME-28): what schemes are written from, in use, or taught before and replaced since. */
export function CourseInfoPage() {
  const [state, setState] = usePageState(schema);
  const { which, pageNo, pageSize, sort, ...filter } = state;
  const [draft, setDraft] = useState(filter);
  const param = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const query = useOperation(which === 'inUse' ? queryCourses : queryOldCourses, {
    pageNo,
    pageSize,
    param,
    ...(sort === undefined ? {} : { sort }),
  });
  const change = (own: Partial<typeof draft>) => {
    setDraft({ ...draft, ...own });
  };
  const columns: Column<CourseRow>[] = [
    cell('businessCode', '课程编号', 120, 'left'),
    cell('courseName', '课程名称', 'auto', 'left'),
    cell('departmentName', '开课单位', 170, 'left'),
    cell('courseAttributeName', '课程属性', 90),
    cell('courseNatureName', '课程性质', 120),
    cell('courseCategoryName', '课程类别', 100),
    ...(filter.gradeMajorCode === '' ? [] : [cell('semester', '计划学期', 120)]),
    cell('credit', '学分', 70),
    cell('totalHour', '总学时', 80),
  ];
  return (
    <Page title="课程信息">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ ...draft, pageNo: 1 });
          }}
          onReset={() => {
            setDraft(none);
            setState({ ...none, pageNo: 1 });
          }}
        >
          <Field label="课程编号" htmlFor="course-code">
            <TextInput
              id="course-code"
              placeholder="请输入课程编号"
              maxLength={30}
              value={draft.businessCode}
              onChange={(event) => {
                change({ businessCode: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="课程名称" htmlFor="course-name">
            <TextInput
              id="course-name"
              placeholder="请输入课程名称"
              maxLength={60}
              value={draft.courseName}
              onChange={(event) => {
                change({ courseName: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="开课单位" htmlFor="course-department">
            <DepartmentSelect
              id="course-department"
              value={draft.departmentId || null}
              onChange={(departmentId) => {
                change({ departmentId: departmentId ?? '' });
              }}
            />
          </Field>
          <Field label="年级专业" htmlFor="course-major">
            <ReferenceSearch
              id="course-major"
              to="gradeMajor"
              placeholder="全部"
              clearable
              value={draft.gradeMajorCode || null}
              onChange={(gradeMajorCode) => {
                change({ gradeMajorCode: gradeMajorCode ?? '' });
              }}
            />
          </Field>
          <Field label="课程属性" htmlFor="course-attribute">
            <DictionarySelect
              id="course-attribute"
              category="XTGL_KCSXDMJ"
              value={draft.courseAttr || null}
              onChange={(courseAttr) => {
                change({ courseAttr: courseAttr ?? '' });
              }}
            />
          </Field>
          <Field label="课程性质" htmlFor="course-nature">
            <DictionarySelect
              id="course-nature"
              category="XTGL_KCXZDMJ"
              value={draft.courseNature || null}
              onChange={(courseNature) => {
                change({ courseNature: courseNature ?? '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar>
          <SegmentedControl
            size="sm"
            aria-label="课程范围"
            data={[
              { value: 'inUse', label: '在用课程' },
              { value: 'taught', label: '已开课程（含停用）' },
            ]}
            value={which}
            onChange={(value) => {
              setState({ which: value === 'taught' ? 'taught' : 'inUse', pageNo: 1 });
            }}
          />
        </Toolbar>
        <DataTable<CourseRow>
          label="课程信息"
          columns={columns}
          refreshable
          rows={query.data?.rows}
          query={query}
          rowKey={({ courseId, semester = '' }) => `${courseId} ${semester}`}
          numberFrom={(pageNo - 1) * pageSize + 1}
          minWidth={960}
          empty={{ reason: '没有符合条件的课程，可以换一个条件' }}
          paging={pagingOf(state, query.data?.total, setState)}
          sorting={sortingOf(state, setState)}
        />
      </Card>
    </Page>
  );
}
