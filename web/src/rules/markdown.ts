// The little Markdown that the pages of rule sets use, as blocks to be drawn: no HTML is ever made of a text.

export type Span = { text: string; as: 'plain' | 'bold' | 'code' }
export type Block =
  | { as: 'heading'; level: number; spans: Span[] }
  | { as: 'text'; spans: Span[] }
  | { as: 'list'; ordered: boolean; items: Span[][] }
  | { as: 'table'; head: Span[][]; rows: Span[][][] }

/** Bold and code in a line; everything else is text. */
export function spans(text: string): Span[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter(Boolean)
    .map((part) =>
      /^\*\*.+\*\*$/.test(part) ? { text: part.slice(2, -2), as: 'bold' } : /^`.+`$/.test(part) ? { text: part.slice(1, -1), as: 'code' } : { text: part, as: 'plain' },
    )
}

/** Chinese first, then English behind a line of three dashes (docs/adding-a-variant.md); a page of one part is for both. */
export function half(page: string, language: 'zh' | 'en'): string {
  const [zh = '', ...en] = page.split(/^---\s*$/m)
  return language === 'en' && en.length ? en.join('\n') : zh
}

const cells = (line: string): Span[][] =>
  line.trim().replace(/^\|/, '').replace(/\|$/, '').split(/(?<!\\)\|/).map((cell) => spans(cell.trim().replace(/\\\|/g, '|')))
// words of Chinese need no space where a line was broken, those of English do
const join = (a: string, b: string): string => (/[\u3000-\u9fff\uff00-\uffef]$/.test(a) && /^[\u3000-\u9fff\uff00-\uffef]/.test(b) ? a + b : `${a} ${b}`)

export function blocks(page: string): Block[] {
  const made: Block[] = []
  let text = ''
  let items: string[] | null = null
  let ordered = false
  const flush = (): void => {
    if (text) made.push({ as: 'text', spans: spans(text) })
    if (items) made.push({ as: 'list', ordered, items: items.map(spans) })
    text = ''
    items = null
  }
  const lines = page.split(/\r?\n/)
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n] ?? ''
    const heading = /^(#{1,6})\s+(.*)$/.exec(line)
    const item = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/.exec(line)
    if (!line.trim() || /^(---|\*\*\*)\s*$/.test(line)) flush()
    else if (heading) {
      flush()
      made.push({ as: 'heading', level: heading[1]?.length ?? 1, spans: spans(heading[2] ?? '') })
    } else if (line.trim().startsWith('|') && /^\s*\|[\s:|-]+$/.test(lines[n + 1] ?? '')) {
      flush()
      const rows: Span[][][] = []
      const head = cells(line)
      for (n += 2; (lines[n] ?? '').trim().startsWith('|'); n++) rows.push(cells(lines[n] ?? ''))
      n--
      made.push({ as: 'table', head, rows })
    } else if (item) {
      if (!items || ordered !== Boolean(item[1])) flush()
      ordered = Boolean(item[1])
      items = [...(items ?? []), item[2] ?? '']
    } else if (items) items[items.length - 1] = join(items.at(-1) ?? '', line.trim())
    else text = text ? join(text, line.trim()) : line.trim()
  }
  flush()
  return made
}
