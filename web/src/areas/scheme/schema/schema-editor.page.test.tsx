// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import { courseSemesterUpdate, courseUpdate } from '@jwxt/contracts/scheme/schema/schema-course.operations.ts';
import { shownCourse } from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { sampleCourse, sampleFrame } from '@jwxt/contracts/scheme/schema/schema.fixture.ts';
import { schemaBasics, schemaCourses } from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useContext } from 'react';
import { describe, expect, it } from 'vitest';
import { PageAddressContext } from '../../../lib/page-address.ts';
import { ok, refused, stubApi, type Answering } from '../../../testing/api-stub.ts';
import { render } from '../../../testing/render.tsx';
import { signedInAlways } from '../../../testing/signed-in-user.ts';
import { SchemaEditorPage } from './schema-editor.page.tsx';

signedInAlways({
  permissions: [
    'majorSchemaCustomize:query',
    'majorSchemaCustomize:courseUpdate',
    'majorSchemaApproveOrManage:submitApproval',
  ],
});

const key = '00000000-0000-4000-8000-0000000000aa';
const idB = '00000000-0000-4000-8000-000000000002';
const core = sampleCourse();
const chosen = sampleCourse({
  schemaCourseID: idB,
  courseCode: 'K2',
  courseName: '云计算',
  classifyId: 'C2',
  courseAttribute: '3',
  credit: 20,
  totalHour: 320,
  hours: [{ xsbh: '1', xs: 320 }],
  weekHours: 20,
  term: 7,
});
const basics = {
  majorSchemaKey: key,
  schemaName: '2026级软件工程培养方案',
  projectType: '1',
  projectTypeName: '主修',
  gradeMajors: [],
  gradeMajorName: '2026级软件工程',
  departmentName: '计算机学院',
  schemeVersionId: 'V1',
  schemeVersionName: '2026版',
  courseNum: 2,
  totalCredit: '5',
  totalPeriod: '80',
  schemaStatus: '0',
  schemaStatusName: '已保存',
  useStatus: '0',
  useStatusName: '未启用',
  currentNode: null,
  applicantName: null,
  applyTime: null,
  writtenTime: '2026-11-01 08:00:00',
  writtenByName: '孙教务',
  revisesKey: null,
  awaitsMe: false,
  trainTarget: '',
  graduateRequire: '',
  mainCourse: '',
  textsRevision: 0,
  round: 0,
  opinion: '',
  origin: null,
  comparedWith: null,
  warnings: [],
  editable: true,
};
const opened = (courses: readonly SchemaCourse[]) => ({
  rows: courses.map((course) => ({
    ...shownCourse(course),
    revision: 3,
    byName: '孙教务',
    at: '2026-11-01 08:00:00',
  })),
  revision: 3,
  frame: sampleFrame(),
  facts: courses.map(({ courseCode }) => ({ courseCode, enabled: true, unitActive: true })),
  directions: [],
});

function Addressed() {
  const nowhere = useContext(PageAddressContext);
  return (
    <PageAddressContext value={{ ...nowhere, params: { majorSchemaKey: key } }}>
      <SchemaEditorPage />
    </PageAddressContext>
  );
}
function open(courses: readonly SchemaCourse[], more: Answering[] = []) {
  const api = stubApi([
    ...more,
    [{ path: schemaBasics.path.replace('{majorSchemaKey}', key) }, () => ok(basics)],
    [schemaCourses, () => ok(opened(courses))],
    ...['XTGL_XSLX', 'XTGL_KCSXDMJ', 'XTGL_KCXZDMJ', 'XTGL_KSXS', 'XTGL_KSFS'].map((name): Answering => [
      { path: findDictionary.path.replace('{category}', name) },
      () => ok([{ dm: '1', mc: '理论' }]),
    ]),
  ]);
  const router = createRouter({
    routeTree: createRootRoute({ component: Addressed }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  return { ...api, ...render(<RouterProvider router={router} />) };
}
const card = (name: RegExp) => screen.findByRole('button', { name });
const written = (course: SchemaCourse, revision: number) =>
  ok({
    majorSchemaKey: key,
    revision,
    rows: [{ schemaCourseID: course.schemaCourseID, course: shownCourse(course) }],
  });

describe('the editor of a scheme', () => {
  it('what was written stays, when an older reading of the courses comes after it', async () => {
    const unknown = { ...core, courseCode: 'K9' };
    const late = Promise.withResolvers<undefined>();
    const readings = [
      () => ok(opened([core, chosen])),
      () => late.promise.then(() => ok(opened([{ ...unknown, term: 2 }, chosen]))),
      () => ok(opened([{ ...core, term: 3 }, chosen])),
    ];
    let read = 0;
    let term = 1;
    open(
      [],
      [
        [courseSemesterUpdate, () => written({ ...(term === 1 ? unknown : core), term: (term += 1) }, 2 + term)],
        [schemaCourses, () => readings[read++]!()],
      ],
    );
    // The first one has a course that is not known yet: the courses are read again, which takes long.
    fireEvent.keyDown(await card(/^数据结构，第1学期/), { key: 'ArrowRight', altKey: true });
    await waitFor(() => {
      expect(read).toBe(2);
    });
    fireEvent.keyDown(await card(/^数据结构，第2学期/), { key: 'ArrowRight', altKey: true });
    await waitFor(() => {
      expect(term).toBe(3);
    });
    await screen.findByText('修改均已保存');
    await act(async () => {
      late.resolve(undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(screen.getByRole('button', { name: /^数据结构，第3学期/ })).toBeDefined();
    expect(read).toBe(3);
  });

  it('moves a course by keyboard, shows it at once, sends what was seen, and takes it back', async () => {
    const { to } = open([core, chosen], [[courseSemesterUpdate, () => written({ ...core, term: 2 }, 4)]]);
    const moved = await card(/^数据结构，第1学期/);
    moved.focus();
    fireEvent.keyDown(moved, { key: 'ArrowRight', altKey: true });
    await card(/^数据结构，第2学期/);
    await waitFor(() => {
      expect(to(courseSemesterUpdate)).toMatchObject([
        { fields: { rows: [{ schemaCourseID: core.schemaCourseID, revision: 3, term: 2, classifyId: 'C1' }] } },
      ]);
    });
    await screen.findByText('修改均已保存');
    fireEvent.click(screen.getByRole('button', { name: '撤销' }));
    await card(/^数据结构，第1学期/);
  });

  // SCHEME-08
  it('says while somebody writes what is missing, and submits nothing before', async () => {
    const { user } = open([core]);
    expect(await screen.findByText('3 / 5')).toBeTruthy();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: '提交审批' });
    expect(button.disabled).toBe(true);
    if (!screen.queryByLabelText('检查结果')) await user.click(screen.getByRole('button', { name: /处错误/ }));
    const found = within(screen.getByLabelText('检查结果'));
    expect(found.getByText(/“选修”已排0学分，最低2，还差2/)).toBeTruthy();
    expect(found.getAllByRole('button', { name: '定位' }).length).toBeGreaterThan(0);
  });

  it('asks which of two is to stay where somebody else wrote the same course, and sends the own again', async () => {
    let tries = 0;
    const conflict = {
      schemaCourseID: core.schemaCourseID,
      courseName: '数据结构',
      theirs: shownCourse({ ...core, term: 3 }),
      byName: '李教务',
      at: '2026-11-01 09:00:00',
      revision: 8,
    };
    const { to, user } = open(
      [core, chosen],
      [
        [
          courseSemesterUpdate,
          () =>
            (tries += 1) === 1
              ? refused('SCHEMA_ROW_CONFLICT', '有 1 门课程刚被他人修改', 409, { data: { conflicts: [conflict] } })
              : written({ ...core, term: 2 }, 9),
        ],
      ],
    );
    fireEvent.keyDown(await card(/^数据结构，第1学期/), { key: 'ArrowRight', altKey: true });
    const dialog = await screen.findByRole('dialog', { name: '同一课程刚被他人修改' });
    expect(within(dialog).getByText(/李教务/)).toBeTruthy();
    await user.click(within(dialog).getByText('我的'));
    await user.click(within(dialog).getByRole('button', { name: '确定' }));
    await waitFor(() => {
      expect(to(courseSemesterUpdate).map(({ fields }) => fields['rows'])).toMatchObject([
        [{ revision: 3 }],
        [{ revision: 8, term: 2 }],
      ]);
    });
  });

  it('edits a course with the words at the right field', async () => {
    const { to } = open([core, chosen], [[courseUpdate, () => written({ ...core, credit: 35 }, 4)]]);
    fireEvent.doubleClick(await card(/^数据结构/));
    await screen.findByText('编辑课程：数据结构');
    const credit = document.querySelector<HTMLInputElement>('#course-credit')!;
    const type = (value: string) => {
      fireEvent.change(credit, { target: { value } });
      fireEvent.click(screen.getByText('确定'));
    };
    type('3.3');
    expect(await screen.findByText('学分以0.5为单位')).toBeTruthy();
    type('3.5');
    await waitFor(() => {
      expect(to(courseUpdate)).toMatchObject([{ fields: { revision: 3, course: { credit: '3.5' } } }]);
    });
  });
});
