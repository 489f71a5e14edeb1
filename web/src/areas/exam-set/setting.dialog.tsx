import { Button, Select } from '@mantine/core';
import { REASON_MAX_LENGTH } from '@jwxt/contracts/exam-set/exam-set.command.ts';
import { examSetTemplates, type classOutcome } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { ScoreHierarchySelect } from '../../pickers/score-hierarchy-select.tsx';
import { TeacherPicker } from '../../pickers/teacher-picker.tsx';
import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { DateTimeField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { BatchResults } from './batch-results.tsx';
import classes from './exam-set.module.css';
import { ItemsEditor, type Limits } from './items-editor.tsx';
import {
  emptySetting,
  needsReason,
  settingCall,
  settingErrors,
  settingLooks,
  type SetClasses,
  type SettingDraft,
  type SettingErrors,
  type SettingKind,
} from './setting.model.ts';
import { CancelButton } from '../../ui/unsaved-input.tsx';

type Outcome = z.output<typeof classOutcome>;
/** What is set, and of which classes. */
export interface SettingDialogProps {
  kind: SettingKind;
  of: SetClasses;
  /** One class, from its own page. */
  one?: boolean;
  initial?: Partial<SettingDraft>;
  limits?: Limits | null;
  /** `done`: it was carried out. */
  onClose: (done: boolean) => void;
}

/** One setting of one class or many: what it does, its fields, the reason; afterwards what became of each class. */
export function SettingDialog({ kind, of, one = false, initial, limits = null, onClose }: SettingDialogProps) {
  const look = settingLooks[kind];
  const reasonNeeded = needsReason(kind, of.scoreType);
  const [draft, setDraft] = useState<SettingDraft>({ ...emptySetting, ...initial });
  const [errors, setErrors] = useState<SettingErrors>({});
  const [results, setResults] = useState<readonly Outcome[] | null>(null);
  const { operation } = settingCall(kind, draft, of, one);
  const send = useOperationMutation(operation, {
    invalidates: ['examSet.', 'scoreEntry.'],
    onSuccess: (output) => {
      const outcome = output as { results?: Outcome[] };
      const only = outcome.results?.[0];
      if (outcome.results === undefined || (one && only?.done === yesNo.yes)) {
        notify.success(`${look.title}成功`);
        onClose(true);
      } else if (one && only) setErrors({ [kind === 'items' ? 'items' : 'reason']: only.message });
      else setResults(outcome.results);
    },
    onError: (error) => {
      const field = error.fieldErrors.find((each) => each.field in wireNames);
      if (field) setErrors({ [wireNames[field.field] ?? 'reason']: field.message });
      notify.failure(error);
    },
  });
  const submit = (): void => {
    const wrong = settingErrors(kind, draft, of.scoreType);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) send.mutate(settingCall(kind, draft, of, one).input);
  };
  const change = (part: Partial<SettingDraft>): void => {
    setDraft({ ...draft, ...part });
  };
  const footer =
    results === null ? (
      <>
        <CancelButton />
        <Button {...(look.danger ? { color: 'red' } : {})} loading={send.isPending} onClick={submit}>
          {look.danger ? `确定${look.title.slice(-2)}` : '确定'}
        </Button>
      </>
    ) : (
      <Button
        onClick={() => {
          onClose(true);
        }}
      >
        关闭
      </Button>
    );
  return (
    <Dialog
      opened
      width={results !== null || kind === 'items' ? 760 : 560}
      title={one ? look.title : `${look.title}（${String(of.teachingClassIds.length)} 个教学班）`}
      onClose={() => {
        onClose(results !== null);
      }}
      input={results === null ? draft : undefined}
      footer={footer}
    >
      {results !== null ? (
        <BatchResults results={results} title={look.title} />
      ) : (
        <>
          <p className={classes['lead']}>{look.about(of.teachingClassIds.length)}</p>
          <div className={classes['form']}>
            <SettingFields kind={kind} draft={draft} errors={errors} limits={limits} onChange={change} />
            <Field label="原因" htmlFor="setting-reason" required={reasonNeeded} error={errors.reason}>
              <CountedTextarea
                id="setting-reason"
                maxLength={REASON_MAX_LENGTH}
                rows={2}
                value={draft.reason}
                error={errors.reason !== undefined}
                onChange={(reason) => {
                  change({ reason });
                }}
                placeholder={reasonNeeded ? '请输入，将记入变更记录' : '可不填，将记入变更记录'}
              />
            </Field>
          </div>
        </>
      )}
    </Dialog>
  );
}

const wireNames: Record<string, keyof SettingDraft> = {
  scoreTermInputBeginTime: 'begin',
  scoreTermInputEndTime: 'end',
  'window.end': 'end',
  teacherCode: 'teacher',
  scoreTemplateId: 'scoreTemplateId',
  scoreHierarchyCode: 'hierarchy',
  digit: 'digit',
  reason: 'reason',
};

function SettingFields({
  kind,
  draft,
  errors,
  limits,
  onChange,
}: {
  kind: SettingKind;
  draft: SettingDraft;
  errors: SettingErrors;
  limits: Limits | null;
  onChange: (part: Partial<SettingDraft>) => void;
}) {
  const needed = kind !== 'quick';
  return (
    <>
      {(kind === 'quick' || kind === 'template') && (
        <TemplateField
          value={draft.scoreTemplateId}
          error={errors.scoreTemplateId}
          required={needed}
          onChange={(scoreTemplateId) => {
            onChange({ scoreTemplateId });
          }}
        />
      )}
      {(kind === 'quick' || kind === 'digit') && (
        <Field label="小数位数" htmlFor="setting-digit" required={needed} error={errors.digit}>
          <Select
            id="setting-digit"
            clearable
            placeholder={needed ? '请选择' : '不改动'}
            data={[
              { value: '0', label: '0 位（整数）' },
              { value: '1', label: '1 位' },
              { value: '2', label: '2 位' },
            ]}
            value={draft.digit}
            error={errors.digit !== undefined}
            onChange={(digit) => {
              onChange({ digit });
            }}
            comboboxProps={{ zIndex: 320 }}
          />
        </Field>
      )}
      {(kind === 'quick' || kind === 'window') && (
        <Field label="开始时间" htmlFor="setting-begin" required={needed} error={errors.begin}>
          <DateTimeField
            id="setting-begin"
            label="开始时间"
            value={draft.begin}
            error={errors.begin !== undefined}
            onChange={(begin) => {
              onChange({ begin });
            }}
            placeholder={needed ? '请选择' : '不改动'}
          />
        </Field>
      )}
      {(kind === 'quick' || kind === 'window' || kind === 'extend') && (
        <Field label="截止时间" htmlFor="setting-end" required={needed} error={errors.end}>
          <DateTimeField
            id="setting-end"
            label="截止时间"
            endOfDay
            value={draft.end}
            error={errors.end !== undefined}
            onChange={(end) => {
              onChange({ end });
            }}
            placeholder={needed ? '请选择' : '不改动'}
          />
        </Field>
      )}
      {kind === 'teacher' && (
        <Field label="录入教师" htmlFor="setting-teacher" error={errors.teacher}>
          <TeacherPicker
            id="setting-teacher"
            label="录入教师"
            value={draft.teacher}
            onChange={(teacher) => {
              onChange({ teacher });
            }}
          />
        </Field>
      )}
      {kind === 'hierarchy' && (
        <Field label="等级制" htmlFor="setting-hierarchy" required error={errors.hierarchy}>
          <ScoreHierarchySelect
            id="setting-hierarchy"
            value={draft.hierarchy}
            error={errors.hierarchy !== undefined}
            onChange={(hierarchy) => {
              onChange({ hierarchy });
            }}
          />
        </Field>
      )}
      {kind === 'items' && (
        <Field label="成绩分项" error={errors.items}>
          <ItemsEditor
            items={draft.items}
            limits={limits}
            onChange={(items) => {
              onChange({ items });
            }}
          />
        </Field>
      )}
    </>
  );
}

function TemplateField({
  value,
  error,
  required,
  onChange,
}: {
  value: string | null;
  error: string | undefined;
  required: boolean;
  onChange: (id: string | null) => void;
}) {
  const templates = useOperation(examSetTemplates, {}, { staleTime: 600_000 });
  const chosen = templates.data?.find(({ scoreTemplateId }) => scoreTemplateId === value);
  return (
    <Field
      label="成绩模板"
      htmlFor="setting-template"
      required={required}
      error={error}
      {...(chosen ? { hint: `${chosen.itemsText}，${String(chosen.digit)} 位小数` } : {})}
    >
      <Select
        id="setting-template"
        searchable
        clearable
        placeholder={required ? '请选择' : '不改动'}
        nothingFoundMessage="没有匹配的模板"
        value={value}
        error={error !== undefined}
        onChange={onChange}
        comboboxProps={{ zIndex: 320 }}
        data={(templates.data ?? []).map(({ scoreTemplateId, scoreTemplateName }) => ({
          value: scoreTemplateId,
          label: scoreTemplateName,
        }))}
      />
    </Field>
  );
}
