import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { Alert, Button, Radio, Switch, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconPrinter } from '@tabler/icons-react';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { printType, scorePrintTemplate } from '@jwxt/contracts/score-card/score-print-template.resource.ts';
import { printTranscript, transcriptFile, transcriptPrints } from '@jwxt/contracts/score-card/score-card.operations.ts';
import {
  codeText,
  transcriptLanguageNames,
  VERIFY_PATH,
  type TranscriptLanguage,
} from '@jwxt/contracts/score-card/transcript.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useDownload } from '../../lib/download.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import type { Card } from './card-rows.model.ts';
import classes from './score-card.module.css';

type Print = OutputOf<typeof transcriptPrints>['list'][number];
const REASON_MAX = 60;

/** Prints a transcript, and lists what was printed before. */
export function PrintsDialog({ card: { student, semesters }, onClose }: { card: Card; onClose: () => void }) {
  const { studentCode } = student;
  const [language, setLanguage] = useState<TranscriptLanguage>('zh');
  const [template, setTemplate] = useState<string | null>(null);
  const [allAttempts, setAllAttempts] = useState(false);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [wrongTemplate, setWrongTemplate] = useState<string | null>(null);
  const templates = useOperation(
    scorePrintTemplate.operations.query,
    { printType: printType[language], sfqy: yesNo.yes, pageNo: 1, pageSize: 100 },
    { enabled: useMay('scorePrintTemplate:query') },
  );
  const offered = templates.data?.rows ?? [];
  const prints = useOperation(transcriptPrints, { studentCode });
  const download = useDownload(transcriptFile);
  const print = useOperationMutation(printTranscript, {
    invalidates: ['transcript.prints'],
    success: '成绩单已生成，正在下载',
    onSuccess: ({ code }) => {
      setReason('');
      download.start({ code });
    },
    onError: (error) => {
      const { reason: wrongReason, printTemplateId } = fieldErrorsOf(error);
      setWrongTemplate(printTemplateId ?? null);
      setWrong(wrongReason ?? (printTemplateId === undefined ? error.message : null));
      if (printTemplateId !== undefined) void templates.refetch();
    },
  });
  const send = (): void => {
    if (reason.trim() === '') setWrong('请填写打印用途');
    else
      print.mutate({
        studentCode,
        language,
        allAttempts: allAttempts ? yesNo.yes : yesNo.no,
        ...(template === null ? {} : { printTemplateId: template }),
        reason: reason.trim(),
      });
  };
  const columns: Column<Print>[] = [
    { key: 'at', title: '打印时间', width: 158, render: (row) => row.printedAt },
    { key: 'by', title: '打印人', width: 76, render: (row) => row.printedBy, ellipsis: true },
    {
      key: 'kind',
      title: '种类',
      width: 120,
      ellipsis: true,
      render: (row) =>
        `${transcriptLanguageNames[row.language]}${row.allAttempts === yesNo.yes ? '·全部' : ''}${
          row.templateName === '' ? '' : `·${row.templateName}`
        }`,
    },
    { key: 'reason', title: '用途', width: 'auto', align: 'left', render: (row) => row.reason, ellipsis: true },
    {
      key: 'code',
      title: '验证码',
      width: 176,
      render: (row) => (
        <a
          className={classes['code']}
          href={`${VERIFY_PATH}/${row.code}`}
          target="_blank"
          rel="noreferrer"
          title="打开核对页面"
        >
          {codeText(row.code)}
        </a>
      ),
    },
    {
      key: 'again',
      title: '操作',
      width: 92,
      pinRight: true,
      render: (row) => (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
          aria-label={`下载 ${codeText(row.code)}`}
          onClick={() => {
            download.start({ code: row.code });
          }}
        >
          下载
        </Button>
      ),
    },
  ];
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`打印成绩单：${studentWithNumber(student)}`}
      width={860}
      footerNote="每次打印都会生成一个验证码，收件人可凭它核对"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            关闭
          </Button>
          <Button
            leftSection={<IconPrinter size={15} />}
            loading={print.isPending || download.isPending}
            disabled={semesters.length === 0}
            onClick={send}
          >
            打印
          </Button>
        </>
      }
    >
      <form
        className={classes['printForm']}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Radio.Group
          aria-label="语言"
          value={language}
          onChange={(next) => {
            setLanguage(next);
            setTemplate(null);
          }}
        >
          <div className={classes['choices']}>
            {Object.entries(transcriptLanguageNames).map(([value, name]) => (
              <Radio key={value} value={value} label={name} />
            ))}
          </div>
        </Radio.Group>
        <Switch
          checked={allAttempts}
          onChange={(event) => {
            setAllAttempts(event.currentTarget.checked);
          }}
          label="包含不计入的成绩（补考、重修前的成绩等）"
        />
        {offered.length > 0 && (
          <Field label="模板" htmlFor="print-template" error={wrongTemplate}>
            <SearchableSelect
              id="print-template"
              options={offered.map((row) => ({
                code: textOf((row as WireRow)['printTemplateId']),
                name: row.isDefault === yesNo.yes ? `${row.printTemplateName}（默认）` : row.printTemplateName,
              }))}
              placeholder="默认模板"
              clearable
              value={template}
              onChange={(chosen) => {
                setTemplate(chosen);
                setWrongTemplate(null);
              }}
            />
          </Field>
        )}
        <Field label="用途" htmlFor="print-reason" required error={wrong}>
          <TextInput
            id="print-reason"
            data-autofocus
            maxLength={REASON_MAX}
            placeholder="如：升学、求职、出国申请"
            value={reason}
            error={wrong !== null}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setWrong(null);
            }}
          />
        </Field>
      </form>
      {prints.data?.verifySite === null && (
        <Alert color="orange" variant="light" icon={<IconAlertTriangle size={16} />} className={classes['missingSite']}>
          尚未设置成绩单的核对网址，成绩单上只印验证码，没有二维码和网址。请管理员设置参数 CJ_YZDZ 或 PUBLIC_ORIGIN。
        </Alert>
      )}
      <DataTable
        label="打印记录"
        columns={columns}
        rows={prints.data?.list}
        query={prints}
        rowKey={(row) => row.code}
        empty={{ compact: true, reason: '还没有打印过' }}
      />
    </Dialog>
  );
}
