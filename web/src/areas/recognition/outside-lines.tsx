import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { SCORE_SOURCE_DICTIONARY, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { ActionIcon, Button, Input, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { DictionarySelect } from '../../pickers/dictionary-select.tsx';
import { usePhone } from '../../ui/phone.ts';
import classes from './recognition.module.css';
import {
  attemptLine,
  emptyOutside,
  keptLine,
  type KeptScore,
  type OutsideLine,
  type OwnAttempt,
} from './recognition-form.model.ts';

export type LinesProps<L> = {
  lines: readonly L[];
  path: string;
  errors: Readonly<Record<string, string>>;
  onChange: (lines: L[]) => void;
};

type TextField = { key: keyof OutsideLine; label: string; placeholder: string; max: number };
const typedFields: readonly TextField[] = [
  { key: 'outCourseName', label: '原课程名称', placeholder: '必填', max: 80 },
  { key: 'outCourseCode', label: '课程编号', placeholder: '必填', max: 30 },
  { key: 'outCourseCredit', label: '学分', placeholder: '如 3.0', max: 5 },
  { key: 'outScoreCognizanceFinalValue', label: '原成绩', placeholder: '如 85', max: 10 },
  { key: 'outSemesterId', label: '学期', placeholder: '选填', max: 20 },
];
const schoolFields: readonly TextField[] = [
  { key: 'outSchoolName', label: '校外学校', placeholder: '必填', max: 80 },
  { key: 'outCourseName', label: '原课程名称', placeholder: '必填', max: 80 },
  { key: 'outCourseCode', label: '课程编号', placeholder: '选填', max: 30 },
  { key: 'outCourseCredit', label: '学分', placeholder: '如 3.0', max: 5 },
  { key: 'outScoreCognizanceFinalValue', label: '原成绩', placeholder: '如 85', max: 10 },
];

export type OutsideLinesProps = LinesProps<OutsideLine> & {
  kind: RecognitionKind;
  attempts: readonly OwnAttempt[];
  /** Scores of other schools that are kept of the student. */
  kept: readonly KeptScore[];
};

/**
 * Scores earned elsewhere: chosen from the student's own (in-system), or typed with course code (out-of-system), or
 * with school and source (off-campus).
 */
export function OutsideLines({ kind, lines, path, errors, attempts, kept, onChange }: OutsideLinesProps) {
  const fields = kind === 'outSchool' ? schoolFields : typedFields;
  // On a phone no heads stand above the fields: they name themselves.
  const phone = usePhone();
  const heads =
    kind === 'system'
      ? ['课程与学期', '学分', '原成绩']
      : [...fields.map(({ label }) => label), ...(kind === 'outSchool' ? ['成绩来源'] : [])];
  return (
    <div>
      <p className={classes['sideTitle']}>原成绩</p>
      <div className={`${classes['line'] ?? ''} ${classes[kind] ?? ''} ${classes['head'] ?? ''}`} aria-hidden>
        {heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      {lines.map((line, at) => {
        const set = (next: Partial<OutsideLine>) => {
          onChange(lines.with(at, { ...line, ...next }));
        };
        const row = `（第 ${String(at + 1)} 行）`;
        return (
          <div key={at} className={`${classes['line'] ?? ''} ${classes[kind] ?? ''}`}>
            {kind === 'system' ? (
              <OwnScore
                line={line}
                label={`原成绩${row}`}
                error={errors[`${path}.${String(at)}.attemptId`]}
                attempts={attempts}
                onChange={(next) => {
                  onChange(lines.with(at, next));
                }}
              />
            ) : (
              fields.map(({ key, label, placeholder, max }) => (
                <TextInput
                  key={key}
                  aria-label={`${label}${row}`}
                  placeholder={phone ? `${label}（${placeholder}）` : placeholder}
                  maxLength={max}
                  value={line[key]}
                  error={errors[`${path}.${String(at)}.${key}`]}
                  onChange={(event) => {
                    set({ [key]: event.currentTarget.value });
                  }}
                />
              ))
            )}
            {kind === 'outSchool' && (
              <div>
                <DictionarySelect
                  category={SCORE_SOURCE_DICTIONARY}
                  label={`成绩来源${row}`}
                  value={line.outSchoolScoreType === '' ? null : line.outSchoolScoreType}
                  error={errors[`${path}.${String(at)}.outSchoolScoreType`] !== undefined}
                  onChange={(code) => {
                    set({ outSchoolScoreType: code ?? '' });
                  }}
                />
                <Input.Error>{errors[`${path}.${String(at)}.outSchoolScoreType`]}</Input.Error>
              </div>
            )}
            <RemoveLine
              at={at}
              count={lines.length}
              onRemove={() => {
                onChange(lines.toSpliced(at, 1));
              }}
            />
          </div>
        );
      })}
      {kept.length > 0 && (
        <Select
          size="xs"
          mb={4}
          aria-label="选用登记的校外成绩"
          placeholder="选用登记的校外成绩"
          searchable
          value={null}
          data={kept.map(({ outSchoolScoreId, outSchoolName, outCourseName, outScoreCognizanceFinalValue: value }) => ({
            value: outSchoolScoreId,
            label: `${outSchoolName} ${outCourseName}（${value}）`,
          }))}
          onChange={(key) => {
            const score = kept.find(({ outSchoolScoreId }) => outSchoolScoreId === key);
            if (score) onChange([...lines.filter((line) => line !== emptyOutside), keptLine(score)]);
          }}
        />
      )}
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        onClick={() => {
          onChange([...lines, emptyOutside]);
        }}
      >
        添加原成绩
      </Button>
    </div>
  );
}

/** An own score with its credit and value, which are not typed. */
function OwnScore({
  line,
  label,
  error,
  attempts,
  onChange,
}: {
  line: OutsideLine;
  label: string;
  error: string | undefined;
  attempts: readonly OwnAttempt[];
  onChange: (line: OutsideLine) => void;
}) {
  const byId = new Map(attempts.map((attempt) => [attempt.attemptId, attempt]));
  const options = attempts.map((attempt) => ({
    value: attempt.attemptId,
    disabled: attempt.used,
    label:
      `${attempt.courseNum} ${attempt.courseName}（${attempt.semesterId}，${attempt.finalName}）` +
      `${attempt.used ? ' 已用于认定' : attempt.inPlan ? ' 计划内' : ''}`,
  }));
  return (
    <>
      <Select
        aria-label={label}
        placeholder="请选择"
        searchable
        data={options}
        value={line.attemptId === '' ? null : line.attemptId}
        error={error}
        nothingFoundMessage="该学生没有可以认定的及格成绩"
        onChange={(attemptId) => {
          const attempt = attemptId === null ? undefined : byId.get(attemptId);
          onChange(attempt ? attemptLine(attempt) : emptyOutside);
        }}
      />
      <span className={classes['fixed']}>{line.outCourseCredit || NOTHING}</span>
      <span className={classes['fixed']}>{line.outScoreCognizanceFinalValue || NO_SCORE}</span>
    </>
  );
}

/** Takes a line away; the last one stays. */
export function RemoveLine({ at, count, onRemove }: { at: number; count: number; onRemove: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      mt={2}
      aria-label={`删除第 ${String(at + 1)} 行`}
      disabled={count === 1}
      onClick={onRemove}
    >
      <IconTrash size={15} />
    </ActionIcon>
  );
}
