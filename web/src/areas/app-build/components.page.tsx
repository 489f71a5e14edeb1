import { Page } from '../../ui/page.tsx';
import classes from './components.module.css';
import { EditableTableSample } from './editable-table.sample.tsx';
import { FaceSamples } from './face.samples.tsx';
import { InputSamples } from './input.samples.tsx';
import { ModuleListSample } from './module-list.sample.tsx';
import { RichTextSample } from './rich-text.sample.tsx';

/** 组件示例: every general widget at work, with what it gives to its page, for those who build pages. */
export function ComponentsPage() {
  return (
    <Page title="组件示例" fill={false}>
      <ModuleListSample />
      <InputSamples />
      <EditableTableSample />
      <RichTextSample />
      <div className={classes['faces']}><FaceSamples /></div>
    </Page>
  );
}
