// Finds text that is cut off, and complains about it in the console: the range of each text against every ancestor that cuts.
// Runs in every page of the browser tests, after whatever changes.
(() => {
  /** How much of a line's height may be cut: fonts reserve room above and below their letters. */
  const SLACK = 0.22
  const PAUSE = 120
  /** What people scroll by themselves, and know that they can. */
  const SCROLLS = 'main, dialog, [tabindex="0"], [role=log], ol, ul, .quick, .people, .list, section.side, section.notes, section.sheet, .study > .table'
  /** A part of a larger picture: the rest is left out, or the map is moved to it. */
  const WINDOWS = '.cropped > svg, .zoomed'

  /** Every box that cuts what is in an element, from the inside to the outside. */
  function cutters(element, of) {
    if (!element || element === document.documentElement) return []
    const found = of.get(element)
    if (found) return found
    const style = getComputedStyle(element)
    const isSvg = element instanceof SVGElement
    const above = style.position === 'fixed' ? null : style.position === 'absolute' && !isSvg ? element.offsetParent : element.parentElement
    const outer = style.position === 'fixed' ? [{ element: document.documentElement, x: true, y: true }] : cutters(above, of)
    const { overflowX: x, overflowY: y } = style
    let own = outer
    if ((x !== 'visible' || y !== 'visible') && element !== document.body && (!isSvg || !element.ownerSVGElement)) {
      const isWindow = element.matches(WINDOWS)
      const [scrollX, scrollY] = [x, y].map((how) => isWindow || ((how === 'auto' || how === 'scroll') && element.matches(SCROLLS)))
      own = [{ element, x: x !== 'visible' && !scrollX, y: y !== 'visible' && !scrollY, scrollX, scrollY }, ...outer]
    }
    of.set(element, own)
    return own
  }

  const boxOf = (element, boxes) => {
    if (element === document.documentElement) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    let box = boxes.get(element)
    if (!box) boxes.set(element, (box = element.getBoundingClientRect()))
    return box
  }

  /** Which ancestor cuts a line of text. */
  function cutter({ left, right, top, bottom }, all, boxes) {
    const slack = (bottom - top) * SLACK
    for (const { element, x, y, scrollX, scrollY } of all) {
      const box = boxOf(element, boxes)
      if ((x && (left < box.left - 1.5 || right > box.right + 1.5)) || (y && (top < box.top - slack || bottom > box.bottom + slack))) return element
      // what is scrolled out of sight is within reach
      if ((scrollX && (right > box.right + 1.5 || left < box.left - 1.5)) || (scrollY && (bottom > box.bottom || top < box.top))) return null
    }
    return null
  }

  /** Whether a name may be cut: the whole of it shows on rest. */
  const isNamed = (parent, text) => {
    const name = parent.closest('[title]')
    return !!name?.closest('.name, [data-name]') && name.title.includes(text)
  }

  /** Whether something is on its way over the table. */
  const moves = (parent) => document.getAnimations().some(({ playState, effect }) => playState === 'running' && effect?.target?.contains(parent))

  const label = (element) => {
    const classes = [...element.classList].filter((each) => !each.startsWith('s-') && !each.startsWith('svelte-'))
    return element.localName + classes.map((each) => `.${each}`).join('')
  }

  function clipped() {
    const of = new Map()
    const boxes = new Map()
    const range = document.createRange()
    const found = new Set()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.trim()
      const parent = node.parentElement
      if (!text || parent.closest('script, style, title, desc, option, .visually-hidden')) continue
      const all = cutters(parent, of)
      if (!all.length) continue
      range.selectNodeContents(node)
      const whole = range.getBoundingClientRect()
      if (!whole.width || !whole.height) continue
      let by = null
      if (cutter(whole, all, boxes)) for (const line of range.getClientRects()) by ??= line.width > 0.5 ? cutter(line, all, boxes) : null
      for (const { element } of by ? [] : all) {
        const { textOverflow, webkitLineClamp } = getComputedStyle(element)
        if (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1) by ??= element
        if (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + whole.height * 0.5) by ??= element
      }
      if (!by || isNamed(parent, text) || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) continue
      if (moves(parent)) continue
      found.add(`clipped: ${text.slice(0, 60)} (${label(parent)}, cut by ${label(by)})`)
    }
    return [...found]
  }
  window.clipped = clipped

  // after whatever changes: what is cut in two looks, one after the other, is no moment of a motion
  const later = window.setTimeout.bind(window)
  const told = new Set()
  let before = new Set()
  let due = false
  const look = () => {
    due = false
    const found = document.body ? clipped().filter((each) => !told.has(each)) : []
    for (const each of found) {
      if (!before.has(each)) continue
      told.add(each)
      console.error(each)
    }
    before = new Set(found)
    if (found.some((each) => !told.has(each))) soon()
  }
  const soon = () => {
    // frames, for a busy machine: what follows from a change of size is drawn with the next one
    if (!due) later(() => requestAnimationFrame(() => requestAnimationFrame(look)), PAUSE)
    due = true
  }
  for (const event of ['click', 'keyup', 'input', 'focusin', 'pointerover', 'resize', 'scroll']) addEventListener(event, soon, { capture: true, passive: true })
  new MutationObserver(soon).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
})
