/** `log` for people: the conversation of all runs, each under a line that says which it is. */

import type { ConversationLine } from '../../handoff/conversation.ts';
import { printable, printableLine } from '../../redact/gate.ts';
import type { Conversation } from '../../session/conversation.ts';
import { type ConversationStyle, createConversationPrinter } from './conversation.ts';

export interface LogPrinter {
  /** The text of lines that follow those of the calls before. */
  print(lines: readonly ConversationLine[], conversation: Pick<Conversation, 'runs' | 'omittedRuns'>): string;
  /** What is left to be said at the end. */
  end(): string;
}

export function createLogPrinter(style: ConversationStyle): LogPrinter {
  const printer = createConversationPrinter(style);
  let run: number | null = null;
  return {
    print(lines, { runs, omittedRuns }) {
      const omitted =
        run === null && omittedRuns > 0 ? `The first ${omittedRuns} runs are too much to be shown.\n` : '';
      const texts = lines.map((line) => {
        const isFirst = run === null;
        const before = line.run === run ? '' : `${printer.leftOut()}${isFirst ? '' : '\n'}`;
        const heading = line.run === run ? '' : printer.heading(headingOf(line.run, runs));
        run = line.run;
        return `${before}${heading}${printer.print([line])}`;
      });
      return omitted + texts.join('');
    },
    end: () => printer.leftOut(),
  };
}

function headingOf(run: number, runs: Conversation['runs']): string {
  const found = runs.find((each) => each.run === run);
  const facts = [found?.provider, found?.via, found?.startedAt].filter((fact) => fact != null);
  return printableLine(`Run ${run}: ${facts.join(', ')}`);
}

/** Every line as it was shown, and nothing else. */
export function rawText(lines: readonly ConversationLine[]): string {
  return lines.map(({ text }) => `${printable(text).replaceAll('\n', ' ')}\n`).join('');
}
