import {
  COURSE_PAGE_SIZE,
  queryCourseManage,
  queryCourses,
  queryOldCourses,
  type CourseManageRow,
  type CourseRow,
} from '@jwxt/contracts/base-info/course.operations.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../lib/api-error.ts';
import { useOperation } from '../lib/queries.ts';
import type { Column } from '../ui/data-table.tsx';
import { pagingOf } from '../ui/paging.tsx';
import type { WidgetProps } from '../ui/widget-props.ts';
import { anyCourse, CourseSearchForm, type CourseSearch } from './course-search-form.tsx';
import { PickDialog } from './pick-dialog.tsx';
import { PickInput } from './pick-input.tsx';
import { filledIn, usePickSearch } from './use-pick-search.ts';

type Asked = { fields: CourseSearch; pageNo: number; pageSize: number };
type Answer<Row> = UseQueryResult<{ rows: Row[]; total: number }, ApiError>;
/** One of the two sets of names under which courses travel (PICKERS-016). */
type Variant<Row> = {
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  columnsOf: (rows: readonly Row[]) => Column<Row>[];
  useRows: (asked: Asked) => Answer<Row>;
};

type Chosen<Row> = {
  value: readonly Row[];
  onChange: (rows: Row[]) => void;
  /** Several by check boxes (PICKERS-005); default one by radio button (PICKERS-004). */
  multiple?: boolean;
};

export type CoursePickerProps = WidgetProps &
  Chosen<CourseRow> & {
    /** Courses in use, or those that have been taught. */
    source?: 'inUse' | 'taught';
    /** Narrows the list to what the page is about. */
    context?: { semester?: string; gradeMajorCode?: string; studyTypeCode?: string };
  };

const text = <Row,>(
  key: string,
  title: string,
  width: number | 'auto',
  of: (row: Row) => string,
  align: 'left' | 'center' = 'left',
): Column<Row> => ({ key, title, width, align, ellipsis: true, render: of });

const courseColumns: Column<CourseRow>[] = [
  text('number', '课程编号', 120, (row) => row.businessCode, 'center'),
  text('name', '课程名称', 'auto', (row) => row.courseName),
  text('unit', '开课单位', 160, (row) => row.departmentName),
  text('attribute', '课程属性', 90, (row) => row.courseAttributeName, 'center'),
  text('nature', '课程性质', 120, (row) => row.courseNatureName, 'center'),
  text('category', '课程类别', 120, (row) => row.courseCategoryName, 'center'),
];
const semesterColumn = text<CourseRow>('semester', '学年学期', 120, (row) => row.semester ?? '', 'center');

const manageVariant: Variant<CourseManageRow> = {
  keyOf: (row) => row.kch,
  nameOf: (row) => row.kcmc,
  columnsOf: () => [
    text('ywbm', '课程编号', 120, (row) => row.ywbm, 'center'),
    text('kcmc', '课程名称', 'auto', (row) => row.kcmc),
    text('kkxymc', '开课单位', 160, (row) => row.kkxymc),
    text('kcsxmc', '课程属性', 90, (row) => row.kcsxmc, 'center'),
    text('kcxzmc', '课程性质', 120, (row) => row.kcxzmc, 'center'),
    text('kclbmc', '课程类别', 120, (row) => row.kclbmc, 'center'),
  ],
  useRows: ({ fields: { number, name, departmentId, attribute, nature, type }, pageNo, pageSize }) =>
    useOperation(queryCourseManage, {
      pageNum: pageNo,
      pageSize,
      ...filledIn({
        ywbm: number.trim(),
        kcmc: name.trim(),
        kkxy: departmentId,
        kcsx: attribute,
        kcxz: nature,
        kcbj: type,
      }),
    }),
};

/** Courses under English names, with the semester they are planned for where the list knows it (PICKERS-013, 014). */
export function CoursePicker({ source = 'inUse', context = {}, ...props }: CoursePickerProps) {
  const variant: Variant<CourseRow> = {
    keyOf: (row) => row.courseId,
    nameOf: (row) => row.courseName,
    columnsOf: (rows) =>
      rows.some(({ semester }) => semester !== undefined) ? [...courseColumns, semesterColumn] : courseColumns,
    useRows: ({ fields: { number, name, departmentId, attribute, nature, type }, pageNo, pageSize }) =>
      useOperation(source === 'taught' ? queryOldCourses : queryCourses, {
        pageNo,
        pageSize,
        param: {
          ...context,
          ...filledIn({
            businessCode: number.trim(),
            courseName: name.trim(),
            departmentId,
            courseAttr: attribute,
            courseNature: nature,
            courseType: type,
          }),
        },
      }),
  };
  return <CourseSelector {...props} variant={variant} />;
}

/** Courses of the library under abbreviated names (PICKERS-015, 021). */
export function CourseManagePicker(props: WidgetProps & Chosen<CourseManageRow>) {
  return <CourseSelector {...props} variant={manageVariant} />;
}

/** An input that opens 课程选择器 (PICKERS-002…012). */
function CourseSelector<Row>({
  value,
  onChange,
  multiple = false,
  variant,
  ...widget
}: WidgetProps & Chosen<Row> & { variant: Variant<Row> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <PickInput
        {...widget}
        names={value.map(variant.nameOf)}
        placeholder="请选择课程"
        onOpen={() => {
          setOpen(true);
        }}
        onClear={() => {
          onChange([]);
        }}
      />
      {open && (
        <CourseDialog
          variant={variant}
          chosen={value}
          multiple={multiple}
          onClose={() => {
            setOpen(false);
          }}
          onConfirm={(rows) => {
            setOpen(false);
            onChange(rows);
          }}
        />
      )}
    </>
  );
}

function CourseDialog<Row>({
  variant,
  ...dialog
}: {
  variant: Variant<Row>;
  chosen: readonly Row[];
  multiple: boolean;
  onClose: () => void;
  onConfirm: (rows: Row[]) => void;
}) {
  const { draft, change, asked, search, reset, setPage } = usePickSearch(anyCourse, COURSE_PAGE_SIZE);
  const query = variant.useRows(asked);
  const rows = query.data?.rows;
  return (
    <PickDialog
      {...dialog}
      title="课程选择器"
      rowKey={variant.keyOf}
      columns={variant.columnsOf(rows ?? [])}
      rows={rows}
      query={query}
      numberFrom={(asked.pageNo - 1) * asked.pageSize + 1}
      minWidth={900}
      search={
        <CourseSearchForm
          value={draft}
          onChange={change}
          onReset={reset}
          searching={query.isFetching}
          onSearch={() => {
            search();
            void query.refetch();
          }}
        />
      }
      empty={{ reason: '没有符合条件的课程，可以换一个条件' }}
      paging={pagingOf(asked, query.data?.total, setPage)}
    />
  );
}
