"""A headless Chromium, driven over the WebDriver protocol with Python's standard library."""

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def missing():
    """The tool that is not installed, or None."""
    if not any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
        return "Chromium"
    if not shutil.which("chromedriver"):
        return "chromedriver"
    return None


class Browser:
    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory()
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.driver.stdout:
            if found := re.search(r"successfully on port (\d+)", line):
                break
        else:
            sys.exit("chromedriver did not start")
        self.address = f"http://127.0.0.1:{found[1]}"
        binary = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        flags = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", f"--user-data-dir={self.profile.name}"]
        if os.geteuid() == 0:
            flags.append("--no-sandbox")  # Chromium has no sandbox as root.
        capabilities = {
            "goog:chromeOptions": {"binary": binary, "args": flags},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.session = f"/session/{session['sessionId']}"
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.profile.cleanup()

    def call(self, method, path, body=None):
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, url):
        self.call("POST", f"{self.session}/url", {"url": url})

    def run(self, script, *arguments):
        """The result of a function body in the page."""
        return self.call("POST", f"{self.session}/execute/sync", {"script": script, "args": list(arguments)})

    def devtools(self, command, **parameters):
        return self.call("POST", f"{self.session}/goog/cdp/execute", {"cmd": command, "params": parameters})

    def find(self, selector):
        found = self.call("POST", f"{self.session}/element", {"using": "css selector", "value": selector})
        return f"{self.session}/element/{found[ELEMENT]}"

    def text(self, selector):
        return self.call("GET", f"{self.find(selector)}/text")

    def click(self, selector):
        self.call("POST", f"{self.find(selector)}/click")

    def type(self, selector, text):
        """Replaces the text of a field, key by key."""
        field = self.find(selector)
        self.call("POST", f"{field}/clear")
        self.call("POST", f"{field}/value", {"text": text})

    def press(self, key):
        keys = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.call("POST", f"{self.session}/actions", {"actions": [{"type": "key", "id": "keys", "actions": keys}]})

    def log(self, kind):
        return self.call("POST", f"{self.session}/se/log", {"type": kind})

    def appearance(self, width, height, scheme="light", scale=1):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.devtools("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ])

    def picture(self, path, clip=None):
        """A PNG of the page from its top, or of a part of it."""
        options = {"format": "png", "captureBeyondViewport": True}
        if clip:
            options["clip"] = dict(zip(("x", "y", "width", "height"), clip), scale=1)
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.devtools("Page.captureScreenshot", **options)["data"]))
