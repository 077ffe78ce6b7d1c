print("vernier")
