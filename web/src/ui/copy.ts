/** Put text on the clipboard; pages of a home network have no clipboard interface, so the old way remains. */
export async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // refused: try the old way
    }
  }
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'quiet'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
