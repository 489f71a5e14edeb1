// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import {
  electiveOptions,
  electiveSave,
  electiveSubmit,
  hourCategories,
  rangeValues,
  roundCheckout,
} from '@jwxt/contracts/elective/elective.operations.ts';
import { businessFiles } from '@jwxt/contracts/file/file.operations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, refused, setUserCookie, stubApi, type Answering } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { ElectiveFormPage } from './elective-form.page.tsx';

beforeEach(() => {
  setUserCookie({ userName: 'teacher1', name: '王老师' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const options = {
  semesters: [
    {
      code: '2026-2027-1',
      name: '2026-2027学年第一学期',
      begin: '2026-11-01 08:00:00',
      end: '2026-12-31 23:59:59',
      open: true,
    },
  ],
  departments: [{ code: '101', name: '计算机学院' }],
  schoolZones: [{ code: '1', name: '明湖校区' }],
  self: { gh: 'T1', ywbm: 'T1', xm: '王老师', xb: '男性', dwmc: '计算机学院' },
  departmentId: '101',
};
const categories = {
  list: [
    { xsbh: '1', xsmc: '理论' },
    { xsbh: '4', xsmc: '实践' },
  ],
};
/** Each dictionary has one value, named after it. */
const dictionaries: Answering[] = [
  'XTGL_GXKLB',
  'XTGL_KCSXDMJ',
  'XTGL_KCXZDMJ',
  'XTGL_KSXS',
  'XTGL_KCBJDMJ',
  'XTGL_JSLXDMJ',
  'XTGL_SKFS',
  'XTGL_KCLBDMJ',
].map((name) => [
  { path: findDictionary.path.replace('{category}', name) },
  () => ok([{ dm: name === 'XTGL_KCSXDMJ' ? '3' : name === 'XTGL_KCXZDMJ' ? '08' : '1', mc: name }]),
]);
const ranges: Answering[] = Array.from({ length: 8 }, (_, index) => [
  { path: rangeValues.path.replace('{attributeType}', String(index + 1)) },
  () => ok({ list: [{ code: 'V', name: `取值${String(index + 1)}` }] }),
]);

function open(more: Answering[] = []) {
  const api = stubApi([
    ...more,
    [electiveOptions, () => ok(options)],
    [hourCategories, () => ok(categories)],
    [businessFiles, () => ok([])],
    [electiveSave, () => ok({ planId: 'p', revision: 0 })],
    [roundCheckout, () => ok({ type: '6', message: '', clashes: [] })],
    ...dictionaries,
    ...ranges,
  ]);
  const router = createRouter({
    routeTree: createRootRoute({ component: ElectiveFormPage }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  return { ...api, ...render(<RouterProvider router={router} />) };
}
const send = () => screen.getByRole('button', { name: '提交送审' });

describe('the form of a public elective', () => {
  it('ELECTIVE-24: says under each field what is missing, all at once, and sends nothing', async () => {
    const { user, to } = open();
    await user.click(await screen.findByRole('button', { name: '提交送审' }));
    for (const message of [
      '课程名称必填',
      '课程编号必填',
      '公选课类别必填',
      '考核方式必填',
      '计划开班数必填',
      '班级人数必填',
      '学分必填',
      '总学时必填',
      '课程类型必填',
      '必填',
      '最小输入数为150',
      '最小输入数为300',
    ]) {
      expect((await screen.findAllByText(message)).length, message).toBeGreaterThan(0);
    }
    expect(screen.getByText(/处需要修改，已标出/)).toBeTruthy();
    await waitFor(() => {
      expect(document.activeElement?.id).toBe('elective-courseName');
    });
    expect([to(electiveSave), to(electiveSubmit)]).toEqual([[], []]);
  });

  // ELECTIVE-32
  it('asks for 300 characters and keeps the hint that says 100; ELECTIVE-34: loads each dictionary whole', async () => {
    const { calls } = open();
    expect(await screen.findByText('至少输入 100 字')).toBeTruthy();
    await waitFor(() => {
      for (const name of [
        'XTGL_GXKLB',
        'XTGL_KCSXDMJ',
        'XTGL_KCXZDMJ',
        'XTGL_KSXS',
        'XTGL_KCBJDMJ',
        'XTGL_JSLXDMJ',
        'XTGL_SKFS',
        'XTGL_KCLBDMJ',
      ])
        expect(
          calls.some(({ path }) => path.endsWith(`/${name}`)),
          name,
        ).toBe(true);
    });
  });

  it('ELECTIVE-33: says that the hour categories are being loaded', async () => {
    const { to } = open();
    // The stub answers in the next turn: what is shown before is the loading face.
    expect(await screen.findByText('请稍等，正在加载学时分类...')).toBeTruthy();
    expect(await screen.findByLabelText('理论')).toBeTruthy();
    expect(to(hourCategories)).toHaveLength(1);
  });

  it('adds up the hours of the categories', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('理论'), '20');
    await user.type(screen.getByLabelText('实践'), '3.5');
    await user.type(screen.getByLabelText(/总学时/), '24');
    expect(screen.getByText(/合计 23.5 学时，总学时 24/)).toBeTruthy();
    await user.click(send());
    expect(await screen.findByText('学时分类合计 23.5，与总学时 24 不一致')).toBeTruthy();
  });

  it('ELECTIVE-06: offers the eight attributes when it is not for the whole school', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: '否，按范围' }));
    for (const name of ['校区', '年级', '院系', '专业', '行政班', '学生标签', '学生类别', '性别'])
      expect(await screen.findByLabelText(name), name).toBeTruthy();
    await user.click(send());
    expect(await screen.findByText('非全校开放时，请至少设置一项选课范围')).toBeTruthy();
  });

  it('keeps itself while it is filled in, one revision after the other, and says when it could not', async () => {
    let revision = -1;
    let down = false;
    const { user, to } = open([
      [
        electiveSave,
        () => {
          if (down) return refused('SERVICE_UNAVAILABLE', '服务暂不可用', 503);
          revision += 1;
          return ok({ planId: 'p', revision });
        },
      ],
    ]);
    await user.type(await screen.findByLabelText(/课程名称/), '音乐');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('已保存')).toBeTruthy();
    down = true;
    await user.type(screen.getByLabelText(/课程名称/), '鉴赏');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('保存失败，已保留您输入的内容，正在重试')).toBeTruthy();
    down = false;
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('已保存')).toBeTruthy();
    const sent = to(electiveSave).map(
      ({ fields }) => fields as unknown as { commandId: string; revision: number; form: { courseName: string } },
    );
    expect(sent.map((each) => [each.revision, each.form.courseName])).toEqual([
      [-1, '音乐'],
      [0, '音乐鉴赏'],
      [0, '音乐鉴赏'],
    ]);
    // What may have arrived is sent again as the same command.
    expect(sent[2]?.commandId).toBe(sent[1]?.commandId);
  });

  it('shows what another window changed, and writes nothing over it', async () => {
    const { user } = open([
      [
        electiveSave,
        () => refused('ELECTIVE_CHANGED', '该申请已在另一窗口修改（2026-11-22 10:00:00），请重新打开后再操作', 409),
      ],
    ]);
    await user.type(await screen.findByLabelText(/课程名称/), '音乐');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText(/已在另一窗口修改/)).toBeTruthy();
  });

  it('ELECTIVE-36: asks before it is sent what it clashes with, and shows that under its field', async () => {
    const { user, to } = open([
      [
        roundCheckout,
        () =>
          ok({
            type: '4',
            message: '课程编号“GX1”已被使用，请更换',
            clashes: [{ field: 'courseBusinessCode', message: '课程编号“GX1”已被使用，请更换' }],
          }),
      ],
    ]);
    await fill(user);
    await user.click(send());
    expect((await screen.findAllByText('课程编号“GX1”已被使用，请更换')).length).toBe(2);
    expect(to(electiveSubmit)).toEqual([]);
    expect(to(roundCheckout)[0]?.fields).toMatchObject({ semester: '2026-2027-1' });
  });

  it('ELECTIVE-36: says that no round is open, and sends nothing', async () => {
    const { user, to } = open([
      [roundCheckout, () => ok({ type: '1', message: '该学期未开放公选课申报', clashes: [] })],
    ]);
    await fill(user);
    await user.click(send());
    expect(await screen.findByText('该学期未开放公选课申报')).toBeTruthy();
    expect([to(roundCheckout).length, to(electiveSubmit)]).toEqual([1, []]);
  });

  it('ELECTIVE-07: shows the files of the teachers and those of the course each in a card of their own', async () => {
    open([
      [
        businessFiles,
        ({ businessTable }) =>
          ok([
            {
              uid: 'u',
              relationalId: businessTable,
              businessTable,
              businessId: 'p',
              businessIds: ['p'],
              name: businessTable === 'T_KKJH_GXKSQSJSZB' ? '职称证书.pdf' : '教学大纲.pdf',
              fileSize: 2048,
              fileType: 'pdf',
              uploader: '王老师',
              time: '2026-11-22 10:00:00',
              previewable: true,
            },
          ]),
      ],
    ]);
    await screen.findByText('教学大纲.pdf');
    const cardOf = (file: string) => screen.getByText(file).closest('section')?.querySelector('h2')?.textContent;
    expect([cardOf('职称证书.pdf'), cardOf('教学大纲.pdf')]).toEqual(['附件：任课教师资质', '附件：公选课计划']);
  });

  it('sends the whole form', async () => {
    const { user, to } = open([
      [
        electiveSubmit,
        () =>
          refused('ELECTIVE_NAME_TAKEN', '课程“音乐鉴赏”已存在', 409, {
            fieldErrors: [{ field: 'form.courseName', message: '课程“音乐鉴赏”已存在' }],
          }),
      ],
    ]);
    await fill(user);
    await user.click(send());
    expect(await screen.findByText('课程“音乐鉴赏”已存在')).toBeTruthy();
    expect(screen.getByText(/追踪号/)).toBeTruthy();
    expect(to(electiveSubmit)[0]?.fields).toMatchObject({
      revision: 0,
      form: {
        courseSource: '1',
        courseName: '音乐鉴赏',
        courseBusinessCode: 'GX1',
        semester: '2026-2027-1',
        departmentId: '101',
        schoolZone: '1',
        publicCourseCategory: '1',
        examMethod: '1',
        courseSign: '1',
        classPlanNum: '2',
        classSize: '60',
        credit: '1.5',
        totalHour: '24',
        hourList: [{ xsbh: '1', xs: '24' }],
        teacherList: [{ gh: 'T1' }],
        isSchoolWide: '1',
      },
    });
  });
});

/** Fills in everything that is required. */
async function fill(user: ReturnType<typeof open>['user']): Promise<void> {
  await screen.findByLabelText('理论');
  const type = async (label: RegExp | string, text: string) => {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  };
  await type(/课程名称/, '音乐鉴赏');
  await type(/课程编号/, 'GX1');
  await type(/计划开班数/, '2');
  await type(/班级人数/, '60');
  await type(/学分/, '1.5');
  await type(/总学时/, '24');
  await type('理论', '24');
  await type(/教师简介/, '师'.repeat(150));
  await type(/课程简介/, '课'.repeat(300));
  for (const [id, name] of [
    ['publicCourseCategory', 'XTGL_GXKLB'],
    ['examMethod', 'XTGL_KSXS'],
    ['courseSign', 'XTGL_KCBJDMJ'],
  ] as const) {
    await user.click(document.querySelector<HTMLElement>(`#elective-${id}`)!);
    await user.click(await within(document.body).findByRole('option', { name }));
  }
}
