import type { FieldError } from '../../kernel/envelope.ts';
import { studentStatus } from '../status.rules.ts';

const { studying, resumed, suspended, withdrawn, halted, dropped, graduated, completed, uncompleted } = studentStatus;
const { transferredOut, deceased, admissionKept, abroad, expelled, missing } = studentStatus;

/** Who asks: a student for himself, the clerk of a unit, the office. Each may ask for what those before may. */
export const changeAskers = ['student', 'unit', 'office'] as const;
export type ChangeAsker = (typeof changeAskers)[number];

/** Where a student goes: the class of a change, beside the one he is in. */
type Place = 'sameGradeMajor' | 'laterGrade' | 'earlierGrade' | 'otherMajor' | 'otherUnit' | 'any';

/** What a kind of change (XJ_YDLB) needs, does and asks for (domain model, STUDENT-STATUS-16). */
export interface ChangeType {
  readonly name: string;
  /** Statuses in which it may be asked for. */
  readonly from: readonly string[];
  /** It ends one of these changes, which must have given the present status. */
  readonly ends?: readonly string[];
  /** The status that it gives; null: status stays; `chosen`: by who asks. */
  readonly status: string | null;
  /** Whether the student is there afterwards, where the status does not say it. */
  readonly inSchool?: boolean;
  /** It holds until a day that must be given, at most so many months later. */
  readonly until?: { readonly months?: number };
  /** The class that must be given; `free`: may be. */
  readonly place?: Place;
  readonly placeMayStay?: true;
  /** The other school must be given. */
  readonly school?: true;
  /** The kind of student (XTGL_XSLB) that must be given. */
  readonly studentType?: true;
  /** It is implemented by a document of the school, which has a number. */
  readonly document?: true;
  /** The reasons (XJ_YDYY) that it may have; all where it does not say. */
  readonly reasons?: (reason: string) => boolean;
  /** Once in a student's life. */
  readonly once?: true;
  /** Not in the first semester, nor in the year of graduation. */
  readonly midway?: true;
  /** Who may ask for it at least. */
  readonly by: ChangeAsker;
  /** How far up it goes: the units, the office too, or to the decision of the school. */
  readonly chain: 'unit' | 'office' | 'decision';
  /** What people are told beside the form. */
  readonly note: string;
}

/** The status of 其他 is chosen by the office. */
export const CHOSEN = 'chosen';
const STUDYING: readonly string[] = [studying, resumed];
const NOT_ENDED = [studying, resumed, suspended, halted, dropped, abroad, missing];
/** Reasons by their codes (JY/T 1001): illness, leaving, death. */
const sick = (reason: string): boolean => reason >= '10' && reason <= '19';
const leaving = (reason: string): boolean => reason >= '21' && reason <= '39';
/** Whether a reason is one of a death: only 死亡 has those. */
export const isDeath = (reason: string): boolean => reason >= '40' && reason <= '89';
const BUSINESS = '24';
/** Kinds that the rules know by themselves: 休学, 延长年限. */
const SUSPENSION = '11';
const EXTENSION = '06';

/** Every kind of change that is applied for. 14 保留入学资格 and 22 转学（转入） are of freshmen and of new rows. */
export const changeTypes: Readonly<Record<string, ChangeType>> = {
  '01': {
    name: '公派留学',
    from: STUDYING,
    status: abroad,
    until: {},
    school: true,
    by: 'student',
    chain: 'office',
    note: '期满前办理“回国复学”。',
  },
  '02': {
    name: '留级',
    from: STUDYING,
    status: null,
    place: 'laterGrade',
    by: 'student',
    chain: 'office',
    note: '进入同专业下一年级的行政班，按该年级的执行计划学习。',
  },
  '03': {
    name: '降级',
    from: STUDYING,
    status: null,
    place: 'laterGrade',
    by: 'student',
    chain: 'office',
    note: '学业预警达到红色或本人申请；进入同专业下一年级的行政班。',
  },
  '04': {
    name: '跳级',
    from: STUDYING,
    status: null,
    place: 'earlierGrade',
    by: 'student',
    chain: 'office',
    note: '已修学分应达到上一年级同期要求；进入同专业上一年级的行政班。',
  },
  '05': {
    name: '试读',
    from: STUDYING,
    status: studying,
    until: { months: 12 },
    once: true,
    by: 'unit',
    chain: 'office',
    note: '最长一年，只能一次；期满前办理“试读通过”。',
  },
  '06': {
    name: '延长年限',
    from: STUDYING,
    status: null,
    until: {},
    by: 'student',
    chain: 'office',
    note: '截止日期为新的预计毕业日期，不超过学制加两年；应征入伍、创业的时间不计入。',
  },
  '07': { name: '试读通过', from: STUDYING, ends: ['05'], status: studying, by: 'unit', chain: 'office', note: '' },
  '08': {
    name: '回国复学',
    from: [abroad],
    ends: ['01'],
    status: studying,
    place: 'any',
    placeMayStay: true,
    by: 'student',
    chain: 'office',
    note: '不选行政班则回到原行政班。',
  },
  '11': {
    name: '休学',
    from: STUDYING,
    status: suspended,
    until: {},
    by: 'student',
    chain: 'office',
    note: '因病休学须附医院证明；正在修读的课程将备注“休学/退学中断”，已录入的成绩保留。',
  },
  '12': {
    name: '复学',
    from: [suspended, halted],
    ends: ['11', '13'],
    status: studying,
    place: 'any',
    placeMayStay: true,
    by: 'student',
    chain: 'office',
    note: '一般编入下一年级的行政班；因病休学须附康复证明。不选行政班则回到原行政班。',
  },
  '13': { name: '停学', from: STUDYING, status: halted, until: {}, by: 'unit', chain: 'office', note: '' },
  '15': {
    name: '恢复入学资格',
    from: [admissionKept],
    status: studying,
    place: 'any',
    placeMayStay: true,
    by: 'unit',
    chain: 'office',
    note: '',
  },
  '16': { name: '取消入学资格', from: [admissionKept], status: withdrawn, by: 'unit', chain: 'office', note: '' },
  '17': {
    name: '恢复学籍',
    from: [halted],
    ends: ['19'],
    status: studying,
    place: 'any',
    placeMayStay: true,
    by: 'student',
    chain: 'office',
    note: '保留学籍期满或退役后办理。不选行政班则回到原行政班。',
  },
  '18': {
    name: '取消学籍',
    from: NOT_ENDED,
    status: withdrawn,
    document: true,
    by: 'office',
    chain: 'decision',
    note: '账号停用，历史保留。',
  },
  '19': {
    name: '保留学籍',
    from: STUDYING,
    status: halted,
    until: {},
    by: 'student',
    chain: 'office',
    note: '应征入伍保留至退役后两年。',
  },
  '21': {
    name: '转学（转出）',
    from: STUDYING,
    status: transferredOut,
    school: true,
    document: true,
    midway: true,
    by: 'student',
    chain: 'decision',
    note: '入学第一学期和毕业年级不能转学。账号停用，历史保留。',
  },
  '23': {
    name: '转专业',
    from: STUDYING,
    status: null,
    place: 'otherMajor',
    by: 'unit',
    chain: 'office',
    note: '单个学生的转专业；成批的在“转专业”中办理。',
  },
  '24': {
    name: '专升本',
    from: [...STUDYING, graduated],
    status: studying,
    place: 'any',
    studentType: true,
    document: true,
    by: 'office',
    chain: 'decision',
    note: '',
  },
  '25': {
    name: '本转专',
    from: STUDYING,
    status: studying,
    place: 'any',
    studentType: true,
    document: true,
    by: 'office',
    chain: 'decision',
    note: '',
  },
  '26': {
    name: '转系',
    from: STUDYING,
    status: null,
    place: 'otherUnit',
    by: 'unit',
    chain: 'office',
    note: '转出、转入院系都要审核。',
  },
  '29': {
    name: '转班级',
    from: STUDYING,
    status: null,
    place: 'sameGradeMajor',
    by: 'student',
    chain: 'unit',
    note: '在同一年级专业内转班，由院系审核。',
  },
  '31': {
    name: '退学',
    from: NOT_ENDED,
    status: withdrawn,
    document: true,
    reasons: leaving,
    by: 'student',
    chain: 'decision',
    note: '决定送达后有10天申诉期。账号停用，历史保留。',
  },
  '42': {
    name: '开除学籍',
    from: NOT_ENDED,
    status: expelled,
    document: true,
    by: 'office',
    chain: 'decision',
    note: '依据开除学籍的处分决定。账号停用，历史保留。',
  },
  '51': {
    name: '死亡',
    from: NOT_ENDED,
    status: deceased,
    reasons: isDeath,
    by: 'unit',
    chain: 'office',
    note: '账号停用，历史保留。',
  },
  '61': {
    name: '提前毕业',
    from: STUDYING,
    status: graduated,
    document: true,
    by: 'unit',
    chain: 'decision',
    note: '依据毕业审核结果。',
  },
  '62': {
    name: '结业',
    from: STUDYING,
    status: completed,
    document: true,
    by: 'unit',
    chain: 'decision',
    note: '依据毕业审核结果。',
  },
  '63': {
    name: '肄业',
    from: STUDYING,
    status: uncompleted,
    document: true,
    by: 'unit',
    chain: 'decision',
    note: '',
  },
  '64': {
    name: '国内访学',
    from: STUDYING,
    status: studying,
    inSchool: false,
    until: {},
    school: true,
    by: 'student',
    chain: 'office',
    note: '期满前办理“国内访学后返校”。',
  },
  '65': {
    name: '国内访学后返校',
    from: STUDYING,
    ends: ['64'],
    status: studying,
    by: 'student',
    chain: 'unit',
    note: '',
  },
  '99': { name: '其他', from: NOT_ENDED, status: CHOSEN, by: 'office', chain: 'decision', note: '由教务处指定状态。' },
};

/** Changes that a student comes back from: listed before their last day, and overdue after it. */
export const returningFrom: readonly string[] = ['01', '05', '11', '13', '19', '64'];
/** The change that ends one of them: whom it is begun for is back. */
export const endingOf = (changeType: string): string | undefined =>
  Object.keys(changeTypes).find((code) => changeTypes[code]?.ends?.includes(changeType) === true);
/** How many days before the last day a returning change is listed. */
export const RETURN_LISTED_DAYS = 30;

/** The kinds that somebody may ask for. */
export function changeTypesOf(asker: ChangeAsker): string[] {
  const rank = changeAskers.indexOf(asker);
  return Object.keys(changeTypes)
    .filter((type) => changeAskers.indexOf(changeTypes[type]?.by ?? 'office') <= rank)
    .toSorted();
}

/** What is asked for. Days are school days, YYYY-MM-DD. */
export interface ChangeForm {
  readonly changeType: string;
  readonly changeReason: string;
  readonly effectiveDate: string;
  readonly endDate: string | null;
  readonly classAfter: string | null;
  readonly studentTypeAfter: string | null;
  readonly chosenStatus: string | null;
  readonly targetSchool: string | null;
}

interface PlaceFacts {
  readonly bjdm: string;
  readonly njzydm: string;
  readonly njdm: string;
  readonly zydm: string;
  readonly dwh: string;
}

/** What it is judged by: the student as he is, and what happened to him before. */
export interface ChangeFacts {
  readonly status: string;
  /** The change that gave the present status; null: enrolment. */
  readonly inForce: string | null;
  readonly place: PlaceFacts;
  /** The class that is asked for; null: none, or none such that is in use. */
  readonly target: PlaceFacts | null;
  readonly enrolledOn: string;
  /** Length of the programme in tenths of years. */
  readonly tenthsOfYears: number;
  /** Changes that were implemented and not cancelled, oldest first. */
  readonly earlier: readonly {
    readonly changeType: string;
    readonly effectiveDate: string;
    readonly endDate: string | null;
  }[];
  readonly hasFile: boolean;
  readonly asker: ChangeAsker;
  readonly today: string;
  /** Months of 休学 in one application and in all (XJ_XXDCYX, XJ_XXZDNX). */
  readonly suspension: { readonly once: number; readonly total: number };
}

/** The same day so many months later; the last of a shorter month. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number => Math.max(0, (Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Days of 休学 that are over or planned, by what ended each: the next change, or its last day. */
function daysSuspended(earlier: ChangeFacts['earlier']): number {
  return earlier.reduce((days, { changeType, effectiveDate, endDate }, at) => {
    if (changeType !== SUSPENSION) return days;
    const next = earlier[at + 1]?.effectiveDate;
    const until = next !== undefined && (endDate === null || next < endDate) ? next : (endDate ?? effectiveDate);
    return days + daysBetween(effectiveDate, until);
  }, 0);
}

/** The last day by which somebody must have graduated: two years more than the programme takes. */
export function longestStudy(grade: string, tenthsOfYears: number): string {
  return `${String(Number(grade) + Math.ceil(tenthsOfYears / 10) + 2).padStart(4, '0')}-08-31`;
}

const placeProblem: Readonly<Record<Place, (from: PlaceFacts, to: PlaceFacts) => string | null>> = {
  sameGradeMajor: (from, to) => (from.njzydm === to.njzydm ? null : '应为同一年级专业的行政班'),
  laterGrade: (from, to) =>
    from.zydm === to.zydm && Number(to.njdm) === Number(from.njdm) + 1 ? null : '应为同专业下一年级的行政班',
  earlierGrade: (from, to) =>
    from.zydm === to.zydm && Number(to.njdm) === Number(from.njdm) - 1 ? null : '应为同专业上一年级的行政班',
  otherMajor: (from, to) => (from.zydm === to.zydm ? '应为其他专业的行政班' : null),
  otherUnit: (from, to) => (from.dwh === to.dwh ? '应为其他院系的行政班' : null),
  any: () => null,
};

/** What is wrong with an application, by field; the form and the decision ask the same. */
export function changeProblems(form: ChangeForm, facts: ChangeFacts): FieldError[] {
  const type = changeTypes[form.changeType];
  if (!type) return [{ field: 'changeType', message: '该异动类别不在这里办理' }];
  return [
    ...typeProblems(form, type, facts),
    ...dateProblems(form, type, facts),
    ...placeProblems(form, type, facts),
    ...givenProblems(form, type, facts),
  ];
}

function typeProblems({ changeType }: ChangeForm, type: ChangeType, facts: ChangeFacts): FieldError[] {
  const at = (message: string): FieldError[] => [{ field: 'changeType', message }];
  if (!changeTypesOf(facts.asker).includes(changeType))
    return at(type.by === 'office' ? '只能由教务处办理' : '只能由院系或教务处办理');
  if (!type.from.includes(facts.status)) return at('学生当前的学籍状态不能办理该异动');
  if (type.ends && !type.ends.includes(facts.inForce ?? ''))
    return at(`学生没有正在生效的${type.ends.map((code) => changeTypes[code]?.name ?? code).join('或')}`);
  if (type.once && facts.earlier.some((each) => each.changeType === changeType)) return at('每名学生只能办理一次');
  if (type.midway) {
    const year = studyYear(facts);
    if (year < 1.5) return at('入学第一学期不能办理');
    if (year >= Math.ceil(facts.tenthsOfYears / 10)) return at('毕业年级不能办理');
  }
  return [];
}

/** The year of study on the day, from 1; half a year on from the second semester. */
function studyYear({ place: { njdm }, today }: Pick<ChangeFacts, 'place' | 'today'>): number {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const begun = month >= 8 ? year : year - 1;
  return begun - Number(njdm) + 1 + (month >= 2 && month < 8 ? 0.5 : 0);
}

function dateProblems(form: ChangeForm, type: ChangeType, facts: ChangeFacts): FieldError[] {
  const { effectiveDate, endDate } = form;
  const at = (field: string, message: string): FieldError[] => [{ field, message }];
  const last = facts.earlier.at(-1)?.effectiveDate ?? facts.enrolledOn;
  if (effectiveDate < last)
    return at('effectiveDate', facts.earlier.length > 0 ? '不能早于上一次异动的日期' : '不能早于入学日期');
  if (facts.asker === 'student' && effectiveDate < facts.today) return at('effectiveDate', '不能早于今天');
  if (effectiveDate > monthsLater(facts.today, 12)) return at('effectiveDate', '不能晚于一年以后');
  if (!type.until) return endDate === null ? [] : at('endDate', '该异动没有截止日期');
  if (endDate === null) return at('endDate', '必填');
  if (endDate <= effectiveDate) return at('endDate', '应晚于异动日期');
  if (type.until.months !== undefined && endDate > monthsLater(effectiveDate, type.until.months))
    return at('endDate', `最长${String(type.until.months)}个月`);
  if (form.changeType === EXTENSION && endDate > longestStudy(facts.place.njdm, facts.tenthsOfYears))
    return at('endDate', `不能晚于最长学习期限 ${longestStudy(facts.place.njdm, facts.tenthsOfYears)}`);
  if (form.changeType !== SUSPENSION || form.changeReason === BUSINESS) return [];
  const { once, total } = facts.suspension;
  if (endDate > monthsLater(effectiveDate, once)) return at('endDate', `一次休学最长${String(once)}个月`);
  const whole = daysSuspended(facts.earlier) + daysBetween(effectiveDate, endDate);
  return whole > daysBetween(effectiveDate, monthsLater(effectiveDate, total))
    ? at('endDate', `累计休学最长${String(total)}个月`)
    : [];
}

function placeProblems({ classAfter }: ChangeForm, type: ChangeType, facts: ChangeFacts): FieldError[] {
  const at = (message: string): FieldError[] => [{ field: 'classAfter', message }];
  if (!type.place) return classAfter === null ? [] : at('该异动不改变行政班');
  if (classAfter === null) return type.placeMayStay ? [] : at('必填');
  if (facts.target === null) return at('行政班不存在或已停用');
  if (facts.target.bjdm === facts.place.bjdm) return at('学生已在该行政班');
  const problem = placeProblem[type.place](facts.place, facts.target);
  return problem === null ? [] : at(problem);
}

function givenProblems(form: ChangeForm, type: ChangeType, facts: ChangeFacts): FieldError[] {
  const missing = (field: string, lacks: boolean): FieldError[] => (lacks ? [{ field, message: '必填' }] : []);
  return [
    ...(type.reasons && !type.reasons(form.changeReason)
      ? [{ field: 'changeReason', message: `不是${type.name}的原因` }]
      : !type.reasons && isDeath(form.changeReason)
        ? [{ field: 'changeReason', message: '该原因只用于死亡' }]
        : []),
    ...missing('targetSchool', type.school === true && form.targetSchool === null),
    ...missing('studentTypeAfter', type.studentType === true && form.studentTypeAfter === null),
    ...missing('chosenStatus', type.status === CHOSEN && form.chosenStatus === null),
    ...(form.changeType === SUSPENSION && sick(form.changeReason) && !facts.hasFile && facts.asker === 'student'
      ? [{ field: 'files', message: '因病休学须附医院证明' }]
      : []),
  ];
}

/**
 * Why a student studies by another plan after a change, as applications for a personal scheme say it; null: he goes on
 * as before. Who comes back does even in his own grade-major: what he missed stands elsewhere in it by then.
 */
export function planReasonOf(
  changeType: string,
  { otherGradeMajor }: { readonly otherGradeMajor: boolean },
): 'transfer' | 'return' | null {
  const type = changeTypes[changeType];
  if (type?.place === 'otherMajor' || type?.place === 'otherUnit') return 'transfer';
  const comesBack = type?.ends !== undefined && type.from.some((status) => !STUDYING.includes(status));
  return comesBack || otherGradeMajor ? 'return' : null;
}

/** What a change makes of a student: status, whether he is there, class, kind; absent: that stays. */
export function afterOf(form: Pick<ChangeForm, 'changeType' | 'classAfter' | 'studentTypeAfter' | 'chosenStatus'>): {
  readonly status?: string;
  readonly inSchool?: boolean;
  readonly bjdm?: string;
  readonly studentType?: string;
} {
  const type = changeTypes[form.changeType];
  const status = type?.status === CHOSEN ? form.chosenStatus : (type?.status ?? null);
  return {
    ...(status === null ? {} : { status }),
    ...(status !== null && type?.inSchool !== undefined ? { inSchool: type.inSchool } : {}),
    ...(form.classAfter === null ? {} : { bjdm: form.classAfter }),
    ...(form.studentTypeAfter === null ? {} : { studentType: form.studentTypeAfter }),
  };
}
