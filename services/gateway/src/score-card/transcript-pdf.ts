import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  codeText,
  VERIFY_PATH,
  type TranscriptContent,
  type TranscriptLanguage,
  type TranscriptLine,
} from '@jwxt/contracts/score-card/transcript.ts';
import { PdfDocument, type PdfColumn } from '../kernel/pdf.ts';
import { creditText, figureText } from './card-answer.ts';
import { spelledName } from './spelled-name.ts';
import { transcriptWords, type TranscriptWords } from './transcript-words.ts';

/** What was printed, and when. */
export interface TranscriptPrint {
  readonly code: string;
  readonly language: TranscriptLanguage;
  readonly allAttempts: boolean;
  readonly content: TranscriptContent;
  readonly printedAt: Date;
  /**
   * Origin of the page that checks codes, without a slash at its end; null: unknown, and then no address is printed.
   */
  readonly site: string | null;
}

/** A line with its semester. */
type PrintedLine = TranscriptLine & { readonly semester: string };

const verifyMark = 84;

/** A transcript on paper. */
export function transcriptPdf({ code, language, allAttempts, content, printedAt, site }: TranscriptPrint): PdfDocument {
  const words = transcriptWords[language];
  const { student, totals, rules, extra, template } = content;
  const title = template?.title || words.title;
  const english = language === 'en';
  const school = english && content.schoolEnglishName !== '' ? content.schoolEnglishName : content.schoolName;
  const spelled = spelledName(student.studentName, student.pinyin);
  const name = english && spelled !== '' ? `${student.studentName} (${spelled})` : student.studentName;
  const unit = english && student.departmentEnglishName ? student.departmentEnglishName : student.departmentName;
  const major =
    english && student.majorEnglishName
      ? `${student.majorEnglishName} (${student.gradeCode ?? ''})`
      : student.gradeMajorName;
  const printed = toDateTimeText(printedAt);
  const pdf = new PdfDocument({
    title: `${title} ${student.studentNumber} ${student.studentName}`,
    landscape: template?.landscape === yesNo.yes,
    at: printedAt,
    foot: `${school} · ${words.code} ${codeText(code)} · ${printed}`,
    pageLabel: words.page,
    colon: words.colon,
  });
  pdf.heading(school, allAttempts ? `${title} ${words.internal}` : title);
  pdf.facts(
    [
      [words.facts.name, name],
      [words.facts.number, student.studentNumber],
      [words.facts.department, unit],
      [words.facts.major, major],
      [words.facts.className, student.administrativeClassName],
      [words.totals.printed, printed],
    ],
    english ? 2 : 3,
  );
  pdf.space(4);
  pdf.table(
    columnsOf(words, english),
    content.semesters.flatMap(({ semesterId, semesterName, lines }) =>
      lines.map((line): PrintedLine => ({ ...line, semester: words.semester(semesterId, semesterName) })),
    ),
    { size: 8 },
  );
  if (extra.length > 0) {
    pdf.text(words.extra, { weight: 'bold' });
    pdf.table(
      [
        { header: words.extraColumns.name, width: 6, align: 'left', value: (row) => row.extraName },
        { header: words.extraColumns.credit, width: 1, value: (row) => creditText(row.credit) },
        { header: words.extraColumns.value, width: 2, value: (row) => words.score(row.valueName) },
      ],
      extra,
      { size: 8 },
    );
  }
  pdf.facts(
    [
      [words.totals.courses, String(totals.courseNum)],
      [words.totals.earned, creditText(totals.earnedCredit)],
      [words.totals.failed, String(totals.failedNum)],
      ...(template?.showAverage === yesNo.no
        ? []
        : ([
            [words.totals.gpa, figureText(totals.gpa)],
            [words.totals.average, figureText(totals.weightedAverage)],
          ] as const)),
    ],
    english ? 3 : 5,
  );
  for (const line of words.legend(rules)) pdf.text(line, { size: 7.5, colour: '#55606E' });
  if (template && template.note !== '') pdf.text(template.note, { size: 9 });
  pdf.space(4);
  const coded = [
    { text: `${words.code}${words.colon}${codeText(code)}`, style: { size: 12, weight: 'bold' as const } },
    { text: '' },
    { text: `${school} ${words.seal}` },
  ];
  if (site === null)
    for (const { text, style } of [{ text: words.verifyByCode, style: {} }, ...coded]) pdf.text(text, style);
  else
    pdf.coded(`${site}${VERIFY_PATH}/${code}`, verifyMark, [
      ...words.verify(`${site}${VERIFY_PATH}`).map((text) => ({ text })),
      ...coded,
    ]);
  pdf.signatures(words.signatures);
  return pdf;
}

function columnsOf(words: TranscriptWords, english: boolean): PdfColumn<PrintedLine>[] {
  const { columns } = words;
  return [
    { header: columns.semester, width: english ? 22 : 30, value: (line) => line.semester },
    { header: columns.num, width: 15, value: (line) => line.courseNum },
    {
      header: columns.name,
      width: english ? 36 : 34,
      align: 'left',
      value: (line) => (english && line.courseEnglishName !== '' ? line.courseEnglishName : line.courseName),
    },
    {
      header: columns.attribute,
      width: english ? 14 : 12,
      value: (line) => words.attribute(line.courseAttribute, line.courseAttributeName),
    },
    { header: columns.credit, width: english ? 10 : 8, value: (line) => creditText(line.courseCredit) },
    {
      header: columns.score,
      width: english ? 20 : 15,
      value: (line) => words.score(line.finalName),
      strong: (line) => !line.passed,
    },
    {
      header: columns.point,
      width: english ? 9 : 8,
      value: (line) => (line.point === null ? '' : figureText(line.point)),
    },
    { header: columns.note, width: 16, value: words.note },
  ];
}
