import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { field } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import {
  clearClassDivision,
  divideFreshmenOperation,
  divisionSorts,
  exportClassDivision,
  queryClassDivision,
  type DividedGradeMajor,
} from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import type { IssuedPassword } from '@jwxt/contracts/access/account.operations.ts';
import {
  freshmenToStudents,
  openFreshmanAccounts,
} from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import {
  clearStudentNumbers,
  generateStudentNumbers,
} from '@jwxt/contracts/student-status/freshman/student-number.operations.ts';
import { Button, Menu } from '@mantine/core';
import { IconArrowsSplit2, IconChevronDown, IconKey, IconListNumbers, IconSchool } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { notify } from '../../../lib/notify.ts';
import { pagingFields, sortField, usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { IssuedPasswordsDialog } from '../../../pickers/issued-passwords.dialog.tsx';
import { DepartmentSelect } from '../../../pickers/department-select.tsx';
import { FieldInput } from '../../../resource/resource-field-input.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { useProcess } from '../../../ui/use-process.ts';
import { ClassFigures } from './class-figures.tsx';
import { DivideDialog } from './divide.dialog.tsx';
import { FieldsDialog } from './fields.dialog.tsx';
import { freshmanStale, tellFreshmen } from './freshman-results.ts';
import { GiveNumbersDialog } from './give-numbers.dialog.tsx';
import { OpenAccountsDialog } from './open-accounts.dialog.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  grade: text,
  departmentId: text,
  gradeMajorId: text,
  ...pagingFields(20),
  ...sortField(divisionSorts),
});
const none = { grade: '', departmentId: '', gradeMajorId: '' };
const anyGrade = field.reference('年级', 'grade', { empty: '全部' });
const anyMajor = field.reference('年级专业', 'gradeMajor', { empty: '全部' });

const count = (key: string, title: string, of: (row: DividedGradeMajor) => number): Column<DividedGradeMajor> => ({
  key,
  title,
  ...(key === 'classes' ? {} : { sort: `${key}Num` }),
  width: 100,
  align: 'right',
  render: of,
});
const columns: Column<DividedGradeMajor>[] = [
  {
    key: 'major',
    title: '年级专业',
    sort: 'gradeMajorName',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: (row) => row.gradeMajorName,
  },
  {
    key: 'unit',
    title: '院系',
    sort: 'departmentName',
    width: 180,
    align: 'left',
    ellipsis: true,
    render: (row) => row.departmentName,
  },
  count('admitted', '录取', (row) => row.admittedNum),
  count('reported', '待分班', (row) => row.reportedNum),
  count('divided', '待编学号', (row) => row.dividedNum),
  count('numbered', '待转学籍', (row) => row.numberedNum),
  count('student', '已转学籍', (row) => row.studentNum),
  count('classes', '行政班', (row) => row.classes.length),
];

type Opened = { what: 'classes' | 'divide' | 'number' | 'student' | 'accounts'; majors: readonly DividedGradeMajor[] };

/** 分班与学号 (STUDENT-STATUS-12, 13): from who has come to classes, numbers and students, by grade-major. */
export function ClassDivisionPage() {
  const [state, setState] = usePageState(pageState);
  const [draft, setDraft] = useState({ ...none, ...state });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Opened | null>(null);
  const [issued, setIssued] = useState<readonly IssuedPassword[]>([]);
  const check = useMayCheck();
  const { pageNo, pageSize } = state;
  const asked = Object.fromEntries(
    (['grade', 'departmentId', 'gradeMajorId'] as const)
      .filter((name) => state[name] !== '')
      .map((name) => [name, state[name]]),
  );
  const query = useOperation(queryClassDivision, {
    ...asked,
    pageNo,
    pageSize,
    ...(state.sort === undefined ? {} : { sort: state.sort }),
  });
  const majors = (query.data?.rows ?? []).filter(({ gradeMajorId }) => chosen.has(gradeMajorId));
  const sum = (of: (row: DividedGradeMajor) => number) => majors.reduce((all, row) => all + of(row), 0);
  const gradeMajorIds = majors.map(({ gradeMajorId }) => gradeMajorId);
  const clearing = useProcess(clearClassDivision, {
    invalidates: freshmanStale,
    confirm: () => ({
      message: `${String(sum((row) => row.dividedNum))} 名已分班、未编学号的新生退出班级，行政班保留。`,
      confirmText: '取消分班',
      danger: true,
    }),
    onSuccess: ({ cleared }) => {
      notify.success(`已取消 ${String(cleared)} 名新生的分班`);
    },
  });
  const clearingNumbers = useProcess(clearStudentNumbers, {
    invalidates: freshmanStale,
    confirm: () => ({
      message: `${String(sum((row) => row.numberedNum))} 名新生的学号取消，取消的学号不再使用。`,
      confirmText: '取消学号',
      danger: true,
    }),
    onSuccess: ({ cleared }) => {
      notify.success(`已取消 ${String(cleared)} 名新生的学号`);
    },
  });
  const close = () => {
    setOpened(null);
  };
  const open = (what: Opened['what']) => () => {
    setOpened({ what, majors });
  };
  const mayClear = check(permissionOf(clearClassDivision));
  const mayClearNumbers = check(permissionOf(clearStudentNumbers));
  return (
    <Page title="分班与学号">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ ...draft, pageNo: 1, pageSize });
            void query.refetch();
          }}
          onReset={() => {
            setDraft({ ...draft, ...none });
            setState({ ...none, pageNo: 1 });
          }}
        >
          <Field label="年级" htmlFor="division-grade">
            <FieldInput
              id="division-grade"
              name="grade"
              field={anyGrade}
              row={null}
              value={draft.grade}
              onChange={(value) => {
                setDraft({ ...draft, grade: textOf(value) });
              }}
            />
          </Field>
          <Field label="院系" htmlFor="division-unit">
            <DepartmentSelect
              id="division-unit"
              placeholder="全部"
              value={draft.departmentId || null}
              onChange={(dwh) => {
                setDraft({ ...draft, departmentId: dwh ?? '' });
              }}
            />
          </Field>
          <Field label="年级专业" htmlFor="division-major">
            <FieldInput
              id="division-major"
              name="gradeMajorId"
              field={anyMajor}
              row={null}
              value={draft.gradeMajorId}
              onChange={(value) => {
                setDraft({ ...draft, gradeMajorId: textOf(value) });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar>
          {check(permissionOf(divideFreshmenOperation)) && (
            <Button
              variant="light"
              leftSection={<IconArrowsSplit2 size={16} />}
              disabled={majors.length === 0}
              onClick={open('divide')}
            >
              分班
            </Button>
          )}
          {check(permissionOf(generateStudentNumbers)) && (
            <Button
              variant="default"
              leftSection={<IconListNumbers size={16} />}
              disabled={sum((row) => row.dividedNum) === 0}
              onClick={open('number')}
            >
              编学号
            </Button>
          )}
          {check(permissionOf(freshmenToStudents)) && (
            <Button
              variant="default"
              leftSection={<IconSchool size={16} />}
              disabled={sum((row) => row.numberedNum) === 0}
              onClick={open('student')}
            >
              转为学生
            </Button>
          )}
          {check(permissionOf(openFreshmanAccounts)) && (
            <Button
              variant="default"
              leftSection={<IconKey size={16} />}
              disabled={sum((row) => row.studentNum) === 0}
              onClick={open('accounts')}
            >
              开通账号
            </Button>
          )}
          {(mayClear || mayClearNumbers) && (
            <Menu>
              <Menu.Target>
                <Button variant="default" rightSection={<IconChevronDown size={14} />} disabled={majors.length === 0}>
                  更多
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {mayClear && (
                  <Menu.Item
                    disabled={sum((row) => row.dividedNum) === 0}
                    onClick={() => {
                      clearing.start({ gradeMajorIds });
                    }}
                  >
                    取消分班
                  </Menu.Item>
                )}
                {mayClearNumbers && (
                  <Menu.Item
                    color="red"
                    disabled={sum((row) => row.numberedNum) === 0}
                    onClick={() => {
                      clearingNumbers.start({ gradeMajorIds });
                    }}
                  >
                    取消学号
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          )}
          <ExportButton operation={exportClassDivision} input={asked} />
        </Toolbar>
        <DataTable<DividedGradeMajor>
          label="分班与学号"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.gradeMajorId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          minWidth={1100}
          selection={{ keys: chosen, onChange: setChosen }}
          footer={
            <span>
              已选择 <strong>{majors.length}</strong> 个年级专业
            </span>
          }
          onRow={(row) => {
            setOpened({ what: 'classes', majors: [row] });
          }}
          empty={{ reason: '没有新生，请先在“新生信息”中导入录取名单' }}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
          sorting={sortingOf(state, setState)}
        />
      </Card>
      {opened?.what === 'classes' && (
        <Dialog opened width={1080} flush title={`${opened.majors[0]?.gradeMajorName ?? ''}的班级`} onClose={close}>
          <ClassFigures
            height={360}
            rows={opened.majors.flatMap(({ gradeMajorName, classes }) =>
              classes.map((each) => ({ ...each, gradeMajorName })),
            )}
          />
        </Dialog>
      )}
      {opened?.what === 'divide' && <DivideDialog majors={opened.majors} onClose={close} />}
      {opened?.what === 'number' && <GiveNumbersDialog majors={opened.majors} onClose={close} />}
      {opened?.what === 'accounts' && (
        <OpenAccountsDialog gradeMajorIds={gradeMajorIds} onClose={close} onIssued={setIssued} />
      )}
      {issued.length > 0 && (
        <IssuedPasswordsDialog
          passwords={issued}
          onClose={() => {
            setIssued([]);
          }}
        />
      )}
      {opened?.what === 'student' && (
        <FieldsDialog
          title={`转为学生（${String(sum((row) => row.numberedNum))} 人）`}
          note="已编学号的新生建立学籍，状态为在读。然后点“开通账号”，可打印初始密码条。"
          fields={enrolling(serverNow())}
          confirmText="转为学生"
          operation={freshmenToStudents}
          input={(values) => ({ gradeMajorIds, enrollDate: textOf(values['enrollDate']) })}
          invalidates={[...freshmanStale, 'studentInfo.']}
          onDone={(result) => {
            tellFreshmen('转为学生', result);
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}

const enrolling = (now: number) => ({
  enrollDate: field.date('入学日期', { required: true, initial: toDateTimeText(now).slice(0, 10) }),
});
