import { Alert, Button, Checkbox, Progress, Select } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconFileImport } from '@tabler/icons-react';
import { importRunDetail } from '@jwxt/contracts/base-info/import-record.operations.ts';
import type { ImportOperations, ImportPreview } from '@jwxt/contracts/kernel/resource-import.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { cancelLongJobOperation } from '@jwxt/contracts/system/long-job.operations.ts';
import { isOpenJob } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { useRef, useState } from 'react';
import { toApiError } from '../lib/api-error.ts';
import { useDownload } from '../lib/download.ts';
import { useOperationMutation } from '../lib/queries.ts';
import { useMay } from '../lib/session.ts';
import { upload } from '../lib/upload.ts';
import { useWatched } from '../lib/watched-operation.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useProcess } from '../ui/use-process.ts';
import { ImportDrop } from './import-drop.tsx';
import { ImportRows } from './import-rows.tsx';
import classes from './import.module.css';

type ImportDialogProps = { resource: Resource; operations: ImportOperations; onClose: () => void };

/** Rows from a file: what it would change is shown first, then stored in the background, and can be taken back. */
export function ImportDialog({ resource, operations, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const [begun, setBegun] = useState(false);
  const [whole, setWhole] = useState(false);
  const current = useRef<AbortController>(null);
  const template = useDownload(operations.template);
  const run = useOperationMutation(operations.run, {
    onSuccess: () => {
      setBegun(true);
    },
  });
  const read = async (chosen: File, more: { sheet?: string; mapping?: string } = {}) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setFile(chosen);
    setProblem(null);
    setReading(true);
    setBegun(false);
    try {
      const { signal } = controller;
      const found = await upload(operations.preview, { fileName: chosen.name, ...more }, chosen, { signal });
      if (!signal.aborted) setPreview(found);
    } catch (error) {
      if (controller.signal.aborted) return;
      setPreview(null);
      setProblem(toApiError(error, '读取失败，请重新选择文件').message);
    }
    setReading(false);
  };
  const writes = preview ? preview.counts.added + preview.counts.changed : 0;
  const mayRun = preview !== null && !begun && !reading && writes > 0 && !(whole && preview.counts.wrong > 0);
  return (
    <Dialog
      opened
      width={1080}
      title={`导入${resource.title}`}
      onClose={() => {
        current.current?.abort();
        onClose();
      }}
      footerNote={
        preview && !begun && preview.missing.length === 0 ? (
          <Checkbox
            label="有一行错误就全部不导入"
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
              leftSection={<IconFileImport size={16} />}
              disabled={!mayRun}
              loading={run.isPending}
              onClick={() => {
                run.mutate({ runId: preview.runId, whole: yesNoOf(whole) });
              }}
            >
              确定导入 {writes} 行
            </Button>
          )}
        </>
      }
    >
      <ImportDrop
        file={file}
        reading={reading}
        disabled={run.isPending}
        onFile={(chosen) => {
          void read(chosen);
        }}
        onTemplate={() => {
          template.start({});
        }}
      />
      {problem !== null && (
        <Alert mt={12} color="red" icon={<IconAlertTriangle size={16} />} role="alert">
          {problem}
        </Alert>
      )}
      {preview && file && !begun && (
        <ImportColumns
          key={`columns ${preview.runId}`}
          preview={preview}
          onChange={(more) => {
            void read(file, more);
          }}
        />
      )}
      {preview && preview.missing.length === 0 && !begun && (
        <ImportRows key={`rows ${preview.runId}`} runId={preview.runId} counts={preview.counts} failed={0} />
      )}
      {preview && begun && <ImportProgress runId={preview.runId} operations={operations} name={resource.name} />}
    </Dialog>
  );
}

/** Which sheet is read, and which column is which field; what was chosen is remembered for the next file. */
function ImportColumns({
  preview: { columns, fields, sheet, sheets, missing, notes },
  onChange,
}: {
  preview: ImportPreview;
  onChange: (more: { sheet?: string; mapping?: string }) => void;
}) {
  const named = columns.filter(({ header }) => header !== '');
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [opened, setOpened] = useState(missing.length > 0);
  const data = fields.map(({ field, label, needed }) => ({ value: field, label: needed ? `${label}（必需）` : label }));
  return (
    <>
      {missing.length > 0 && (
        <Alert mt={12} color="orange" icon={<IconAlertTriangle size={16} />} role="alert">
          没有找到“{missing.join('、')}”列，请在下面指定文件中的哪一列是它。
        </Alert>
      )}
      {notes.map((note) => (
        <Alert key={note} mt={12} color="gray" role="status">
          {note}
        </Alert>
      ))}
      <div className={classes['figures']}>
        {sheets.length > 1 && (
          <Select
            aria-label="工作表"
            data={sheets}
            value={sheet}
            allowDeselect={false}
            onChange={(value) => {
              if (value !== null && value !== sheet) onChange({ sheet: value });
            }}
          />
        )}
        <Button
          variant="subtle"
          onClick={() => {
            setOpened(!opened);
          }}
        >
          {opened ? '收起列的对应关系' : '列的对应关系'}
        </Button>
        {Object.keys(chosen).length > 0 && (
          <Button
            variant="light"
            onClick={() => {
              onChange({ sheet, mapping: JSON.stringify(chosen) });
            }}
          >
            按新的对应关系读取
          </Button>
        )}
      </div>
      {opened && (
        <div className={classes['columns']}>
          {named.map(({ letter, header, field }) => (
            <Select
              key={letter}
              label={`${letter} 列 ${header}`}
              placeholder="不导入"
              clearable
              searchable
              data={data}
              value={(chosen[header] ?? field) || null}
              onChange={(value) => {
                setChosen({ ...chosen, [header]: value ?? '' });
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** How far a run is, what became of it, and the way back. */
export function ImportProgress({
  runId,
  name,
  operations,
  noun = '导入',
}: {
  runId: string;
  name: string;
  operations: Pick<ImportOperations, 'undo'>;
  /** What people call such a run. */
  noun?: string;
}) {
  const query = useWatched({
    operation: importRunDetail,
    input: { runId },
    isOpen: ({ run, undo }) => [run, undo].some((job) => job && isOpenJob(job.status)),
    // The list behind shows what has been stored.
    invalidates: [`${name}.`, 'resource.'],
  });
  const mayCancel = useMay('longJob:cancel');
  const cancel = useOperationMutation(cancelLongJobOperation, { invalidates: ['baseImport.'], success: '已取消' });
  const undo = useProcess(operations.undo, {
    invalidates: ['baseImport.', `${name}.`],
    confirm: () => ({
      message: `这次${noun}新增的数据会删除，修改的数据会恢复；之后又改过或正在使用的会保留并列出。确定撤销吗？`,
      confirmText: `撤销${noun}`,
      danger: true,
    }),
  });
  const found = query.data;
  const job = found?.undo ?? found?.run ?? null;
  const open = job !== null && isOpenJob(job.status);
  if (!found) return null;
  return (
    <section aria-label={`${noun}结果`}>
      {job && (
        <Alert mt={12} color={open ? 'blue' : found.refused + found.kept > 0 ? 'orange' : 'green'} role="status">
          {found.undo ? '撤销' : noun}
          {job.statusName}：已写入 {found.stored} 行{found.refused > 0 && `，${String(found.refused)} 行未能${noun}`}
          {found.undone > 0 && `，已撤销 ${String(found.undone)} 行`}
          {found.kept > 0 && `，${String(found.kept)} 行不能撤销`}
          {job.failure !== null && `（${job.failure}）`}
          {open && (
            <Progress mt={8} value={(job.done / Math.max(1, job.total)) * 100} animated aria-label={`${noun}进度`} />
          )}
        </Alert>
      )}
      <div className={classes['figures']}>
        {open && mayCancel && (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => {
              cancel.mutate({ jobId: job.jobId });
            }}
          >
            取消
          </Button>
        )}
        {!open && found.undo === null && found.stored > 0 && (
          <Button
            variant="default"
            color="red"
            leftSection={<IconArrowBackUp size={16} />}
            loading={undo.isPending}
            onClick={() => {
              undo.start({ runId });
            }}
          >
            撤销这次{noun}
          </Button>
        )}
      </div>
      {!open && (
        <ImportRows
          key={`${String(found.refused)}.${String(found.kept)}`}
          runId={runId}
          counts={found.counts}
          failed={found.refused + found.kept}
        />
      )}
    </section>
  );
}
