import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { pathOfNode, type SchemaFrame } from '@jwxt/contracts/scheme/schema/schema-frame.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { PdfDocument, type PdfColumn } from '../../kernel/pdf.ts';
import type { basicsOf } from './schema.read.ts';
import { creditsOf, periodsOf, requirementsOf } from './schema-report.read.ts';

interface Printed {
  readonly basics: ReturnType<typeof basicsOf>;
  readonly courses: readonly SchemaCourse[];
  readonly frame: SchemaFrame;
  readonly hourTypes: readonly { readonly xsbh: string; readonly xsmc: string }[];
  readonly names: ReadonlyMap<string, string>;
  readonly at: Date;
}

/** The text of rich text, for paper. */
function plain(html: string): string {
  return html
    .replace(/<(br|\/p|\/li|\/h\d)[^>]*>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim();
}

/** The document of a scheme: aims, credits by module, courses term by term and module by module, hours. */
export function schemaPdf({ basics, courses, frame, hourTypes, names, at }: Printed): PdfDocument {
  const document = new PdfDocument({ title: basics.schemaName, at, foot: basics.schemaName });
  const heading = (text: string) => {
    document.space(10);
    document.text(text, { size: 12, weight: 'bold' });
    document.space(4);
  };
  document.text(basics.schemaName, { size: 18, weight: 'bold', align: 'center' });
  document.space(8);
  const credits = creditsOf(courses, frame);
  const periods = periodsOf(courses, hourTypes);
  document.facts([
    ['年级专业', basics.gradeMajorName],
    ['院系', basics.departmentName],
    ['培养类型', basics.projectTypeName],
    ['方案版本', basics.schemeVersionName],
    ['总学分', credits.total],
    ['其中必修', credits.required],
    ['其中选修', credits.elective],
    ['实践学分', `${credits.practice}（${credits.practicePercent}%）`],
    ['总学时', periods.total],
    ['课程门数', String(courses.length)],
    ['状态', basics.schemaStatusName],
    ['当前节点', basics.currentNode ?? NOTHING],
  ]);
  for (const [title, text] of [
    ['一、培养目标', plain(basics.trainTarget)],
    ['二、毕业要求', plain(basics.graduateRequire)],
    ['三、核心课程', basics.mainCourse],
  ] as const) {
    heading(title);
    document.text(text || '（未填写）', { size: 10 });
  }
  heading('四、学分要求');
  document.table(
    [
      { header: '课程模块与分类', width: 8, value: ({ name, depth }) => `${'　'.repeat(depth)}${name}` },
      { header: '门数', width: 2, align: 'center', value: ({ courseNum }) => String(courseNum) },
      { header: '最低学分', width: 3, align: 'center', value: ({ required }) => required ?? NOTHING },
      { header: '已排学分', width: 3, align: 'center', value: ({ arranged }) => arranged },
    ],
    requirementsOf(courses, frame).rows,
    { size: 9 },
  );
  heading('五、教学进程表');
  for (const term of [...new Set(courses.map((course) => course.term))].toSorted((a, b) => a - b)) {
    const own = courses.filter((course) => course.term === term);
    const sum = hoursText(own.reduce((total, { credit }) => total + credit, 0));
    document.space(6);
    document.text(`第${term}学期（${own.length}门，${sum}学分）`, { size: 10, weight: 'bold' });
    document.space(2);
    document.table(courseColumns(frame, names), own, { size: 8.5 });
  }
  heading('六、课程体系表');
  for (const [path, own] of byModule(courses, frame)) {
    const sum = hoursText(own.reduce((total, { credit }) => total + credit, 0));
    document.space(6);
    document.text(`${path}（${own.length}门，${sum}学分）`, { size: 10, weight: 'bold' });
    document.space(2);
    document.table(moduleColumns(names, hourTypes), own, { size: 8.5 });
  }
  heading('七、学时分布');
  document.table(
    [
      { header: '学期', width: 2, align: 'center', value: ({ term }) => `第${term}学期` },
      ...hourTypes.map(({ xsbh, xsmc }) => ({
        header: xsmc,
        width: 2,
        align: 'center' as const,
        value: ({ types }: (typeof periods.terms)[number]) => types.find((type) => type.xsbh === xsbh)?.xs ?? NOTHING,
      })),
      { header: '合计', width: 2, align: 'center', value: ({ total }) => total },
    ],
    periods.terms,
    { size: 9 },
  );
  document.space(20);
  document.signatures(['专业负责人', '院系审核', '教务处审核']);
  return document;
}

/** Courses by class of the version, in its order, under the whole path of the class; by term within it. */
function byModule(courses: readonly SchemaCourse[], { nodes }: SchemaFrame): Map<string, SchemaCourse[]> {
  const order = new Map(nodes.map(({ nodeId }, at) => [nodeId, at]));
  const placed = courses.toSorted(
    (a, b) => (order.get(a.classifyId) ?? nodes.length) - (order.get(b.classifyId) ?? nodes.length) || a.term - b.term,
  );
  return Map.groupBy(placed, ({ classifyId }) => {
    const path = pathOfNode(nodes, classifyId).map(({ name }) => name);
    return path.length === 0 ? '未分类' : path.join('／');
  });
}

function moduleColumns(names: ReadonlyMap<string, string>, hourTypes: Printed['hourTypes']): PdfColumn<SchemaCourse>[] {
  const named = (category: string, code: string) => names.get(`${category}/${code}`) ?? code;
  return [
    { header: '编号', width: 4, value: (row) => row.courseBusinessCode },
    { header: '课程', width: 9, value: (row) => row.courseName, strong: (row) => row.isCore === yesNo.yes },
    { header: '学期', width: 2.4, align: 'center', value: ({ term }) => `第${term}学期` },
    { header: '属性', width: 2.4, align: 'center', value: (row) => named('XTGL_KCSXDMJ', row.courseAttribute) },
    { header: '学分', width: 2, align: 'center', value: (row) => hoursText(row.credit) },
    { header: '学时', width: 2, align: 'center', value: (row) => hoursText(row.totalHour) },
    { header: '周学时', width: 2.2, align: 'center', value: (row) => weekly(row) },
    { header: '学时类型', width: 7, value: (row) => hoursByType(row, hourTypes) },
  ];
}
const weekly = ({ weekHours }: SchemaCourse): string => (weekHours === null ? NOTHING : hoursText(weekHours));
const hoursByType = ({ hours }: SchemaCourse, types: Printed['hourTypes']): string =>
  hours.map(({ xsbh, xs }) => `${types.find((type) => type.xsbh === xsbh)?.xsmc ?? xsbh}${hoursText(xs)}`).join('、');

function courseColumns(frame: SchemaFrame, names: ReadonlyMap<string, string>): PdfColumn<SchemaCourse>[] {
  const named = (category: string, code: string) => names.get(`${category}/${code}`) ?? code;
  return [
    { header: '编号', width: 4, value: (row) => row.courseBusinessCode },
    { header: '课程', width: 8, value: (row) => row.courseName, strong: (row) => row.isCore === yesNo.yes },
    { header: '课程分类', width: 6, value: (row) => pathOfNode(frame.nodes, row.classifyId).at(-1)?.name ?? '' },
    { header: '属性', width: 2.4, align: 'center', value: (row) => named('XTGL_KCSXDMJ', row.courseAttribute) },
    { header: '学分', width: 2, align: 'center', value: (row) => hoursText(row.credit) },
    { header: '学时', width: 2, align: 'center', value: (row) => hoursText(row.totalHour) },
    { header: '考核', width: 2, align: 'center', value: (row) => named('XTGL_KSXS', row.examMethod) },
    { header: '开课单位', width: 6, value: (row) => row.openDepartmentName },
    {
      header: '备注',
      width: 4,
      value: (row) =>
        [row.directionName, row.isDegreeCourse === yesNo.yes ? '学位课' : '', row.courseGroupName]
          .filter((text) => text !== '')
          .join('、'),
    },
  ];
}
