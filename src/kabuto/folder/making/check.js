// Before anything else: says why this page can't work here, in words that any browser shows.
(function () {
  var german = /^de/i.test(navigator.language || '')
  var words = {
    file: [
      'This folder was opened as files. A browser plays it only from a web server. One comes with Python: run this command in the folder, and open http://localhost:8000',
      'Dieser Ordner wurde als Datei geöffnet. Ein Browser spielt ihn nur von einem Webserver. Einer kommt mit Python: Rufe im Ordner diesen Befehl auf und öffne http://localhost:8000',
    ],
    old: [
      'This browser is too old for Kabuto. It needs Chromium, Chrome or Edge 120, Firefox 128, Safari 17, or a newer one.',
      'Dieser Browser ist zu alt für Kabuto. Nötig ist Chromium, Chrome oder Edge 120, Firefox 128, Safari 17 oder ein neuerer.',
    ],
  }
  var isFile = location.protocol === 'file:'
  var isOld =
    !('noModule' in document.createElement('script')) ||
    !window.URL ||
    !URL.canParse ||
    !window.CSS ||
    !('registerProperty' in CSS) ||
    !window.DecompressionStream ||
    !window.BroadcastChannel ||
    !window.indexedDB
  if (!isFile && !isOld) return
  window.kabutoStops = true
  document.addEventListener('DOMContentLoaded', function () {
    var place = document.getElementById('app')
    var text = document.createElement('p')
    text.setAttribute('role', 'alert')
    text.style.cssText = 'max-width:36rem;margin:3rem auto;padding:0 1rem;font:1.1rem/1.5 Georgia,serif'
    text.textContent = words[isFile ? 'file' : 'old'][german ? 1 : 0]
    place.appendChild(text)
    if (isFile) {
      var code = document.createElement('pre')
      code.textContent = 'python3 -m http.server'
      code.style.cssText = 'max-width:36rem;margin:0 auto;padding:0 1rem;font-size:1.1rem'
      place.appendChild(code)
    }
  })
})()
