import { Alert, Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconUserMinus } from '@tabler/icons-react';
import type { ImportPreview } from '@jwxt/contracts/kernel/resource-import.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  batchFields,
  batchUpdateTemplate,
  previewBatchFile,
  previewBatchSelection,
  runBatchUpdate,
  undoBatchUpdate,
  type BatchField,
} from '@jwxt/contracts/student-status/file/student-batch-update.operations.ts';
import { useState } from 'react';
import { toApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { useDownload } from '../../../lib/download.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { upload } from '../../../lib/upload.ts';
import { ClassPicker } from '../../../pickers/class-picker.tsx';
import { ImportProgress } from '../../../resource/import.dialog.tsx';
import { ImportDrop } from '../../../resource/import-drop.tsx';
import { ImportRows } from '../../../resource/import-rows.tsx';
import { FieldInput } from '../../../resource/resource-field-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import classes from './student-file.module.css';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

interface Change {
  readonly field: BatchField;
  readonly value: string;
}

/** Student numbers as people paste them: a line, a blank or a comma between them. */
const numbersIn = (text: string): string[] => [...new Set(text.split(/[\s,，、;；]+/u).filter(Boolean))];

/** Changes of many students: what from where, then every row before and after, then the run and its undo. */
export function BatchUpdateDialog({ onClose }: { onClose: () => void }) {
  const [way, setWay] = useState<'chosen' | 'file'>('chosen');
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const [reason, setReason] = useState('');
  const [whole, setWhole] = useState(false);
  const [begun, setBegun] = useState(false);
  const template = useDownload(batchUpdateTemplate);
  const run = useOperationMutation(runBatchUpdate, {
    invalidates: ['studentBatchUpdate.'],
    onSuccess: () => {
      setBegun(true);
    },
  });
  const show = async (asked: Promise<ImportPreview>) => {
    setProblem(null);
    setReading(true);
    try {
      setPreview(await asked);
    } catch (error) {
      setPreview(null);
      setProblem(toApiError(error, '读取失败').message);
    }
    setReading(false);
  };
  const writes = preview?.counts.changed ?? 0;
  const mayRun = writes > 0 && reason.trim() !== '' && !(whole && (preview?.counts.wrong ?? 0) > 0);
  return (
    <Dialog
      opened
      width={1080}
      title="批量修改学生信息"
      onClose={onClose}
      footerNote={
        preview && !begun ? (
          <Checkbox
            label="有一行错误就全部不修改"
            checked={whole}
            onChange={(event) => {
              setWhole(event.currentTarget.checked);
            }}
          />
        ) : undefined
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            关闭
          </Button>
          {preview && !begun && (
            <Button
              disabled={!mayRun}
              loading={run.isPending}
              onClick={() => {
                run.mutate({ runId: preview.runId, reason: reason.trim(), whole: yesNoOf(whole) });
              }}
            >
              确定修改 {writes} 名学生
            </Button>
          )}
        </>
      }
    >
      {!begun && (
        <>
          <div style={{ marginBottom: 12 }}>
            <SegmentedControl
              size="xs"
              aria-label="修改的方式"
              data={[
                { value: 'chosen', label: '选择学生' },
                { value: 'file', label: '按文件' },
              ]}
              value={way}
              onChange={(value) => {
                setWay(value);
                setPreview(null);
                setProblem(null);
              }}
            />
          </div>
          {way === 'file' ? (
            <ImportDrop
              file={file}
              reading={reading}
              disabled={run.isPending}
              onFile={(chosen) => {
                setFile(chosen);
                void show(upload(previewBatchFile, { fileName: chosen.name }, chosen, {}));
              }}
              onTemplate={() => {
                template.start({});
              }}
            />
          ) : (
            <Choice
              reading={reading}
              onPreview={(asked) => {
                void show(call(previewBatchSelection, asked));
              }}
            />
          )}
        </>
      )}
      {problem !== null && (
        <Alert mt={12} color="red" icon={<IconAlertTriangle size={16} />} role="alert">
          {problem}
        </Alert>
      )}
      {preview && !begun && (
        <>
          {preview.notes.map((note) => (
            <Alert key={note} mt={12} color="gray" role="status">
              {note}
            </Alert>
          ))}
          <div className={classes['reason']}>
            <Field label="修改原因" htmlFor="batch-reason" required width={80}>
              <TextInput
                id="batch-reason"
                maxLength={200}
                placeholder="请输入，会记入批量修改记录"
                value={reason}
                onChange={(event) => {
                  setReason(event.currentTarget.value);
                }}
              />
            </Field>
          </div>
          <ImportRows key={preview.runId} runId={preview.runId} counts={preview.counts} failed={0} />
        </>
      )}
      {preview && begun && (
        <ImportProgress
          runId={preview.runId}
          name="studentBatchUpdate"
          operations={{ undo: undoBatchUpdate }}
          noun="修改"
        />
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  reading: boolean;
  onPreview: (asked: { classes: string[]; studentNumbers: string[]; changes: Change[] }) => void;
}

/** Whom, by classes and numbers, and one value for each field. */
function Choice({ reading, onPreview }: ChoiceProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [numbers, setNumbers] = useState('');
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const left = batchFields.filter(([name]) => !changes.some(({ field }) => field === name));
  const studentNumbers = numbersIn(numbers);
  return (
    <div className={classes['choice']}>
      <Field label="行政班" htmlFor="batch-classes" width={80}>
        <ClassPicker id="batch-classes" value={chosen} onChange={setChosen} />
      </Field>
      <Field label="学号" htmlFor="batch-numbers" width={80}>
        <Textarea
          id="batch-numbers"
          rows={3}
          placeholder="每行一个，也可用逗号或空格隔开；与所选班级合并"
          value={numbers}
          onChange={(event) => {
            setNumbers(event.currentTarget.value);
          }}
        />
      </Field>
      {changes.map(({ field, value }, at) => {
        const declared = batchFields.find(([name]) => name === field)?.[1];
        const id = `batch-${field}`;
        return (
          declared && (
            <div key={field} className={classes['change']}>
              <Field label={declared.label} htmlFor={id} width={80}>
                <FieldInput
                  id={id}
                  name={field}
                  field={declared}
                  row={null}
                  value={value}
                  onChange={(given) => {
                    setChanges(changes.with(at, { field, value: textOf(given) }));
                  }}
                />
              </Field>
              <Button
                variant="subtle"
                size="compact-sm"
                color="red"
                leftSection={<IconUserMinus size={14} />}
                onClick={() => {
                  setChanges(changes.toSpliced(at, 1));
                }}
              >
                移出
              </Button>
              {value === '' && <span className={classes['second']}>留空会清除原有内容</span>}
            </div>
          )
        );
      })}
      <div className={classes['change']}>
        <Select
          aria-label="添加修改项目"
          placeholder="选择要修改的项目"
          leftSection={<IconPlus size={14} />}
          searchable
          data={left.map(([name, { label }]) => ({ value: name, label }))}
          value={null}
          onChange={(field) => {
            if (field !== null) setChanges([...changes, { field: field, value: '' }]);
          }}
        />
        <Button
          variant="light"
          loading={reading}
          disabled={changes.length === 0 || chosen.length + studentNumbers.length === 0}
          onClick={() => {
            onPreview({ classes: chosen, studentNumbers, changes: [...changes] });
          }}
        >
          预览
        </Button>
      </div>
    </div>
  );
}
