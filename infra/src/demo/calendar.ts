/**
 * The school year around a day: which semesters there are, and when things happen in them. All dates are school time.
 */

const dayMs = 86_400_000;

/** A semester of the demo university. */
export interface DemoSemester {
  readonly xnxq: string;
  readonly xnzj: string;
  readonly xqm: string;
  readonly xnxqmc: string;
  /** `YYYY-MM-DD`; weeks start on Monday. */
  readonly ksrq: string;
  readonly jsrq: string;
  readonly zs: number;
  readonly sfdqxq: '0' | '1';
}

/** The instant of a clock time in school time, `days` after a date. */
export function at(date: string, days: number, time: string): string {
  return new Date(Date.parse(`${date}T${time}+08:00`) + days * dayMs).toISOString();
}

/** The day `days` after a date, both `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/**
 * The current semester of a day and those before it, newest first: autumn from August to January, spring from February
 * to July.
 */
export function semestersAround(today: string, count: number): DemoSemester[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  let first = month >= 8 ? year : year - 1;
  let term: 1 | 2 = month >= 8 || month === 1 ? 1 : 2;
  const semesters: DemoSemester[] = [];
  for (let index = 0; index < count; index += 1) {
    semesters.push(semester(first, term, index === 0));
    if (term === 1) first -= 1;
    term = term === 1 ? 2 : 1;
  }
  return semesters;
}

/** The semester after one. */
export function semesterAfter({ xnxq, xqm }: DemoSemester): DemoSemester {
  const first = Number(xnxq.slice(0, 4));
  return xqm === '1' ? semester(first, 2, false) : semester(first + 1, 1, false);
}

function semester(firstYear: number, term: 1 | 2, current: boolean): DemoSemester {
  const xnzj = `${firstYear}-${firstYear + 1}`;
  const start = mondayFrom(term === 1 ? `${firstYear}-08-29` : `${firstYear + 1}-02-20`);
  return {
    xnxq: `${xnzj}-${term}`,
    xnzj,
    xqm: String(term),
    xnxqmc: `${xnzj}学年第${term === 1 ? '一' : '二'}学期`,
    ksrq: start,
    jsrq: addDays(start, 20 * 7 - 1),
    zs: 20,
    sfdqxq: current ? '1' : '0',
  };
}

function mondayFrom(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, (8 - weekday) % 7);
}
