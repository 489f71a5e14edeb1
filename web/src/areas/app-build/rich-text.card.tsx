import { useState } from 'react';
import { EmptyState } from '../../ui/faces.tsx';
import { Card } from '../../ui/page.tsx';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import classes from './components.module.css';

const start =
  '<h3>期末考试安排</h3><p>请各院系于<strong>第16周周五前</strong>完成以下工作：</p><ol><li><p>核对考试名单；' +
  '</p></li><li><p>确认监考教师。</p></li></ol>';

/** The editor of rich text beside what its readers see. */
export function RichTextCard() {
  const [html, setHtml] = useState(start);
  return (
    <Card title="富文本" note="链接、图片、视频、音频、表格；从 Word 粘贴时清除多余格式">
      <div className={classes['texts']}>
        <RichTextEditor label="富文本内容" value={html} onChange={setHtml} minHeight={240} placeholder="请输入正文" />
        <div className={classes['preview']}>
          <h3>阅读效果</h3>
          <div className={classes['shown']}>
            {html === '' ? <EmptyState compact /> : <RichTextView html={html} label="阅读效果" />}
          </div>
        </div>
      </div>
    </Card>
  );
}
