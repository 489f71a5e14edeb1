import { describe, expect, it } from 'vitest';
import type { TranscriptContent, TranscriptLine } from '@jwxt/contracts/score-card/transcript.ts';
import { printPdf } from '../testing/documents.ts';
import { pdfTexts } from '../testing/pdf-text.ts';
import { changedCourses, transcriptDigest } from './transcript-content.ts';
import { transcriptPdf, type TranscriptPrint } from './transcript-pdf.ts';

const line = (courseNum: string, given: Partial<TranscriptLine> = {}): TranscriptLine => ({
  courseNum,
  courseName: '数据结构',
  courseEnglishName: 'Data Structures',
  courseAttribute: '1',
  courseAttributeName: '必修',
  courseCredit: 35,
  examNature: '01',
  finalName: '优秀(95.00)',
  scoreRemarkCode: '00',
  passed: true,
  counts: true,
  point: 400,
  ...given,
});
const content = (lines: TranscriptLine[]): TranscriptContent => ({
  schoolName: '明湖大学',
  schoolEnglishName: 'Minghu University',
  student: {
    studentCode: 'S1',
    studentNumber: '2024001',
    studentName: '张三',
    pinyin: 'zhangsan',
    departmentName: '计算机学院',
    gradeMajorName: '2024级软件工程',
    departmentEnglishName: 'School of Computer Science',
    majorEnglishName: 'Software Engineering',
    gradeCode: '2024',
    administrativeClassName: '软工2401',
  },
  rules: {
    ruleVersion: '2020-1',
    ruleName: '规则',
    gpaRule: 'GPA40',
    gpaRuleText: '90分及以上 4.00，其下为0',
    effectiveRule: 'ZGF',
  },
  semesters: [{ semesterId: '2025-2026-2', semesterName: '2025-2026学年第二学期', lines }],
  extra: [{ extraName: '军事训练', credit: 20, valueName: '合格' }],
  totals: { courseNum: lines.length, earnedCredit: 35, failedNum: 0, gpa: 400, weightedAverage: 9500 },
});
const makeup = line('COMP2001', { examNature: '11', finalName: '60.00', point: 100 });
const first = line('COMP2001', { finalName: '52.00', passed: false, counts: false, point: null });
const print: TranscriptPrint = {
  code: '23456789ABCDEFGH',
  language: 'zh',
  allAttempts: true,
  content: content([first, makeup]),
  printedAt: new Date('2026-11-22T05:00:00.000Z'),
  site: 'https://jw.example',
};
const texts = async (given: Partial<TranscriptPrint> = {}) =>
  pdfTexts(await printPdf(transcriptPdf({ ...print, ...given })));

describe('a transcript on paper', () => {
  it('SCORE-MORE-48: names student, scores, points, sums, rules, its code and where to check it', async () => {
    const [page = []] = await texts();
    const text = page.join('\n');
    for (const part of [
      '明湖大学',
      '学生成绩单 （含全部考试记录）',
      '姓名：张三',
      '学号：2024001',
      '2025-2026学年第二学期',
      '52.00',
      '60.00',
      '不计',
      '补考',
      '平均学分绩点：4.00',
      '版本 2020-1',
      '军事训练',
      'https://jw.example/verify',
      '验证码：2345-6789-ABCD-EFGH',
      '（盖章）',
      '第 1 页 共 1 页',
      '打印时间：2026-11-22 13:00:00',
    ])
      expect(text).toContain(part);
  });

  it('in English: names of courses, grades, semesters and remarks', async () => {
    const [page = []] = await texts({
      language: 'en',
      content: content([
        line('COMP2001'),
        line('PE1001', { courseEnglishName: '', courseName: '体育', finalName: '不及格', passed: false, point: 0 }),
        makeup,
      ]),
    });
    const text = page.join('\n');
    for (const part of [
      'Minghu University',
      'Academic Transcript',
      'Name: 张三 (ZHANG San)',
      '2025-2026 Spring',
      'Data Structures',
      'Excellent(95.00)',
      'Fail',
      '体育',
      'Make-up',
      'Required',
      'GPA: 4.00',
      'Verification code: 2345-6789-ABCD-EFGH',
      'Page 1 of 1',
      'School: School of Computer Science',
      'Programme: Software Engineering (2024)',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/优秀|不及格|：|计算机学院|软件工程/);
  });

  it('goes over to more pages, each with the head of the table, the code and its number', async () => {
    const pages = await texts({
      content: content(Array.from({ length: 90 }, (_unused, index) => line(`C${String(index)}`))),
    });
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries())
      for (const part of ['2345-6789-ABCD-EFGH', `第 ${index + 1} 页 共 ${pages.length} 页`])
        expect(page.join('\n')).toContain(part);
    expect(pages[1]!.join('\n')).toContain('课程编号');
  });

  it('without an address that somebody has set up, prints the code alone', async () => {
    for (const [language, words] of [
      ['zh', '凭以下验证码，可向本校核对本成绩单'],
      ['en', 'can be checked with the school by its verification code'],
    ] as const) {
      const [page = []] = await texts({ site: null, language });
      const text = page.join('\n');
      expect(text.replaceAll('\n', ' ')).toContain(words);
      expect(text).toContain('2345-6789-ABCD-EFGH');
      expect(text).not.toMatch(/https?:|\/verify|扫描/);
    }
  });

  it('the same print gives the same bytes', async () => {
    expect((await printPdf(transcriptPdf(print))).equals(await printPdf(transcriptPdf(print)))).toBe(true);
  });
});

describe('what a transcript claims', () => {
  it('is the scores and sums, not how people, units and courses are called', () => {
    const claim = transcriptDigest(content([first, makeup]));
    const renamed = content([{ ...first, courseName: '数据结构（甲）', courseAttributeName: '必修课' }, makeup]);
    expect(
      transcriptDigest({
        ...renamed,
        student: { ...renamed.student, departmentName: '软件学院' },
        schoolName: '新校名',
      }),
    ).toBe(claim);
    expect(transcriptDigest(content([{ ...first, finalName: '53.00' }, makeup]))).not.toBe(claim);
    expect(
      transcriptDigest({ ...content([first, makeup]), totals: { ...content([first, makeup]).totals, gpa: 399 } }),
    ).not.toBe(claim);
  });

  it('differs in the courses that changed, came or went', () => {
    expect(changedCourses(content([first, makeup]), content([first, makeup]))).toBe(0);
    expect(changedCourses(content([first, makeup]), content([first, { ...makeup, finalName: '61.00' }]))).toBe(1);
    expect(changedCourses(content([first]), content([line('MATH1001')]))).toBe(2);
  });
});
